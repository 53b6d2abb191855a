/** How the keyboard and the buttons work. */
import type { RefObject } from "react";
import { Sheet } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export interface HelpSheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

export default function HelpSheet({ open, onClose, returnFocus }: HelpSheetProps) {
  const t = useT();
  return (
    <Sheet
      returnFocus={returnFocus}
      open={open}
      onClose={onClose}
      side="end"
      title={t("gameParts.helpTitle")}
      closeLabel={t("shell.close")}
    >
      <ul className="flex list-disc flex-col gap-3 p-5 ps-9 text-[.9375rem]">
        <li>{t("gameParts.helpPlay")}</li>
        <li>{t("gameParts.helpKeys")}</li>
        <li>{t("gameParts.helpDeposit")}</li>
        <li>{t("gameParts.helpZoom")}</li>
        <li>{t("gameParts.helpAutoplay")}</li>
      </ul>
    </Sheet>
  );
}
