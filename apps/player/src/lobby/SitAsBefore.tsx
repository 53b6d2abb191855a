/** Asks before a player sits down at a machine with the amount and the bet of the last time. */
import { useRef } from "react";
import type { LastSeat, Machine } from "@reelcast/contract";
import { Button, Dialog, useMoney } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { formatDate, useT } from "../i18n/index.ts";
import { useBalance } from "../shell/balance.ts";
import { useDepositLeft } from "../shell/depositLeft.ts";
import { OwnMoney } from "../shell/ownMoney.tsx";

export interface SitAsBeforeProps {
  machine: Machine;
  seat: LastSeat;
  onClose: () => void;
  onConfirm: (event: MouseEvent) => void;
}
export default function SitAsBefore({ machine, seat, onClose, onConfirm }: SitAsBeforeProps) {
  const t = useT();
  const money = useMoney();
  const { dateFormat, maxAllIn } = useSettings();
  const balance = useBalance();
  const left = useDepositLeft(true);
  const cancel = useRef<HTMLButtonElement>(null);
  // The server compares the amount with these again, and with what the machine itself asks for.
  const why =
    balance !== undefined && balance < seat.amount
      ? t("gameParts.planShort")
      : left < seat.amount
        ? t("gameParts.planLimit")
        : maxAllIn < seat.amount
          ? t("gameParts.coinsAbove.maximum", { maximum: money(maxAllIn, true) })
          : null;
  return (
    <Dialog
      question
      open
      onClose={onClose}
      // Enter, pressed once too often, sits nobody down.
      initialFocus={cancel}
      title={t("gameParts.planTitle", { name: machine.name })}
      description={t("gameParts.planText", {
        at: formatDate(seat.at, dateFormat),
        // What the player agrees to is seen, also where own money is hidden.
        amount: money(seat.amount),
        bet: money(seat.bet),
      })}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t("gameParts.planCancel")}
          </Button>
          <Button
            tone="main"
            disabled={why !== null}
            onClick={({ nativeEvent }) => {
              // The second press of a double click on what has opened this.
              if (nativeEvent.detail <= 1) onConfirm(nativeEvent);
            }}
          >
            {t("gameParts.planDo", { amount: money(seat.amount) })}
          </Button>
        </>
      }
    >
      <p className={why === null ? "text-sm text-muted" : "text-sm text-warning"}>
        {t("game.balance")} <OwnMoney minor={balance} />
        {why === null ? null : ` · ${why}`}
      </p>
    </Dialog>
  );
}
