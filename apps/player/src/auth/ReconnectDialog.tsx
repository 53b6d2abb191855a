/**
 * An open session elsewhere: go on with it, take the money (and sit down again), or send another screen away from it.
 */
import { ErrorCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call, isApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { setBalance } from "../shell/balance.ts";
import { Button, Dialog, toast, useMoney } from "../ui/index.ts";

/** A game may run on before the answer; from here on it goes on by itself. */
const WAITS_MS = 90_000;

export interface ReconnectDialogProps {
  session: OpenSession;
  /** Not now, or over. Where the session stays open, the house asks again at the next login. */
  onClose: () => void;
}

type Action = "cashOut" | "rejoin" | "kick";

export default function ReconnectDialog({ session, onClose }: ReconnectDialogProps) {
  const t = useT();
  const money = useMoney();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Action | null>(null);

  const toGame = () => void navigate({ to: "/game/$gameId/$name", params: { gameId: String(session.id), name: "-" } });
  async function act(which: Action): Promise<void> {
    setBusy(which);
    const body = { machineId: session.id };
    try {
      if (which === "kick") {
        await call("kick", { body }, { timeoutMs: WAITS_MS });
        toast.success(t("reconnect.kicked"));
      } else {
        const { amount, balance } = await call("cancel", { body }, { timeoutMs: WAITS_MS });
        setBalance(queries, { balance });
        toast.success(t("reconnect.cashedOut", { amount: money(amount) }));
        if (which === "rejoin") toGame();
      }
      onClose();
    } catch (error) {
      // The server goes on with it: silence is no failure. Nor is money that is being checked.
      if (isApiError(error, "timeout")) toast.info(t("reconnect.payingLong"));
      else if (isApiError(error, ErrorCode.AmountUnderReview) || isApiError(error, ErrorCode.ServiceUnavailable))
        toast.info(errorText(error), { timeoutMs: 8_000 });
      else toast.error(errorText(error));
      // It has ended meanwhile: there is nothing left to ask about.
      if (isApiError(error, ErrorCode.NoOpenSession) || isApiError(error, ErrorCode.AmountUnderReview)) onClose();
      setBusy(null);
    }
  }
  const { machine_status: status } = session;
  // A pay-out needs no player; the player who requested it still sees its progress.
  const paying = status === "cashout" && busy === null;
  const button = (which: Action, label: string) => (
    <Button busy={busy === which} disabled={busy !== null} onClick={() => void act(which)}>
      {label}
    </Button>
  );
  return (
    <Dialog
      open
      byItself
      onClose={onClose}
      closeLabel={t("reconnect.later")}
      title={status === "cashout" ? session.name : t("reconnect.title", { name: session.name })}
      description={t(`reconnect.${status}`)}
      actions={
        paying ? (
          <Button tone="main" onClick={onClose}>
            {t("reconnect.fine")}
          </Button>
        ) : (
          <>
            {button("kick", t("reconnect.kick"))}
            {button("cashOut", t("reconnect.cashOut"))}
            {button("rejoin", t("reconnect.cashOutRejoin"))}
            <Button
              tone="main"
              disabled={busy !== null}
              onClick={() => {
                onClose();
                toGame();
              }}
            >
              {t("reconnect.continue")}
            </Button>
          </>
        )
      }
    />
  );
}
