/** Slides in from an edge, and closes by Escape, its button or a press outside. */
import { useState } from "react";
import { Button, Sheet } from "@reelcast/ui";
import type { SheetSide } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SheetExample() {
  const t = useT();
  const [side, setSide] = useState<SheetSide>("end");
  const [open, setOpen] = useState(false);
  const openAt = (next: SheetSide) => {
    setSide(next);
    setOpen(true);
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => openAt("end")}>{t("handbook.exFromEnd")}</Button>
      <Button onClick={() => openAt("bottom")}>{t("handbook.exFromBottom")}</Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        side={side}
        title={t("handbook.exSheet")}
        closeLabel={t("handbook.exClose")}
      >
        <p className="p-5">{t("handbook.exSheetText")}</p>
      </Sheet>
    </div>
  );
}
