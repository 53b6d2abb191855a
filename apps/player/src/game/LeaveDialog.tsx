/** Asks before a player leaves a machine with credit, and says that the credit goes to the balance. */
import type { RefObject } from "react";
import { useT } from "../i18n/index.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { Button, Dialog } from "../ui/index.ts";

export interface LeaveDialogProps {
  open: boolean;
  credit: number;
  onStay: () => void;
  onLeave: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

export default function LeaveDialog({ open, credit, onStay, onLeave, returnFocus }: LeaveDialogProps) {
  const t = useT();
  const money = useOwnMoneyText();
  return (
    <Dialog
      question
      open={open}
      onClose={onStay}
      returnFocus={returnFocus}
      title={t("gameParts.leaveTitle")}
      description={t("gameParts.leaveHint", { amount: money(credit) })}
      actions={
        <>
          <Button onClick={onStay}>{t("gameParts.stay")}</Button>
          <Button tone="main" onClick={onLeave}>
            {t("gameParts.leaveDo")}
          </Button>
        </>
      }
    />
  );
}
