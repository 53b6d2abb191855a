/** Asks before a player leaves a machine with credit, and says that the credit goes to the balance. */
import type { RefObject } from "react";
import { Button, Dialog } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";

export interface LeaveDialogProps {
  open: boolean;
  credit: number;
  /** The win that an attendant pays, minor units; 0: none. */
  handPay: number;
  onStay: () => void;
  onLeave: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

export default function LeaveDialog({ open, credit, handPay, onStay, onLeave, returnFocus }: LeaveDialogProps) {
  const t = useT();
  const money = useOwnMoneyText();
  const hint = t("gameParts.leaveHint", { amount: money(credit) });
  return (
    <Dialog
      question
      open={open}
      onClose={onStay}
      returnFocus={returnFocus}
      title={t("gameParts.leaveTitle")}
      description={handPay > 0 ? `${hint} ${t("gameParts.leaveHandPay", { amount: money(handPay) })}` : hint}
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
