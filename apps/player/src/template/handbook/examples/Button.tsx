/** Counts how often it has been pressed; the others show the quieter tones, and one that works on something. */
import { useState } from "react";
import { Button } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function ButtonExample() {
  const t = useT();
  const [count, setCount] = useState(0);
  const [busy, setBusy] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="main" onClick={() => setCount(count + 1)}>
        {t("handbook.exPressed", { count })}
      </Button>
      <Button tone="plain" busy={busy} onClick={() => setBusy(true)}>
        {t("handbook.exSave")}
      </Button>
      <Button tone="quiet" onClick={() => setBusy(false)}>
        {t("handbook.exCancel")}
      </Button>
      <Button tone="danger" disabled>
        {t("handbook.exDelete")}
      </Button>
    </div>
  );
}
