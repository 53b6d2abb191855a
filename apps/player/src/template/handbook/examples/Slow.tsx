/** Says nothing for a second, then that it takes a while, and after ten seconds offers to try again. */
import { useState } from "react";
import { Button, Slow } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SlowExample() {
  const t = useT();
  const [waiting, setWaiting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button onClick={() => setWaiting(!waiting)}>{t(waiting ? "handbook.exStop" : "handbook.exWait")}</Button>
      <Slow
        waiting={waiting}
        label={t("handbook.exLoading")}
        stuckLabel={t("handbook.exStuck")}
        retryLabel={t("handbook.exRetry")}
        onRetry={() => setWaiting(false)}
      />
    </div>
  );
}
