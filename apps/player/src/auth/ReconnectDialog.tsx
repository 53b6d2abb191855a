/** For an open session of the player: continue it, cash out (and join again), or disconnect the other screen. */
import { ErrorCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call, isApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { slugOf } from "../i18n/slug.ts";
import { setBalance } from "../shell/balance.ts";
import { Button, Dialog, toast, useMoney } from "../ui/index.ts";

/** The machine may have to finish a game before it answers. After so long the server continues on its own. */
const WAITS_MS = 90_000;

export interface ReconnectDialogProps {
  session: OpenSession;
  /** If the session stays open, the server asks again at the next login. */
  onClose: () => void;
}

type Action = "cashOut" | "rejoin" | "kick";

/** The requests of the buttons. `busy`: the one that is under way. */
function useSessionActions({ session, onClose }: ReconnectDialogProps) {
  const t = useT();
  const money = useMoney();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Action | null>(null);
  const body = { machineId: session.id };

  const params = { gameId: String(session.id), name: slugOf(session.name) };
  const toGame = () => void navigate({ to: "/game/$gameId/$name", params });
  async function kick(): Promise<void> {
    await call("kick", { body }, { timeoutMs: WAITS_MS });
    toast.success(t("reconnect.kicked"));
  }
  async function cashOut(): Promise<void> {
    const { amount, balance } = await call("cancel", { body }, { timeoutMs: WAITS_MS });
    setBalance(queries, { balance });
    toast.success(t("reconnect.cashedOut", { amount: money(amount) }));
  }
  function showFailure(error: unknown): void {
    // A timeout is no failure: the server continues. Money under review is none either.
    if (isApiError(error, "timeout")) toast.info(t("reconnect.payingLong"));
    else if (isApiError(error, ErrorCode.AmountUnderReview) || isApiError(error, ErrorCode.ServiceUnavailable))
      toast.info(errorText(error), { timeoutMs: 8_000 });
    else toast.error(errorText(error));
  }
  async function run(action: Action): Promise<void> {
    setBusy(action);
    try {
      await (action === "kick" ? kick() : cashOut());
      if (action === "rejoin") toGame();
      onClose();
    } catch (error) {
      showFailure(error);
      // The session has ended: there is nothing left to ask about.
      if (isApiError(error, ErrorCode.NoOpenSession) || isApiError(error, ErrorCode.AmountUnderReview)) onClose();
      setBusy(null);
    }
  }
  return { busy, run, toGame };
}

export default function ReconnectDialog({ session, onClose }: ReconnectDialogProps) {
  const t = useT();
  const { busy, run, toGame } = useSessionActions({ session, onClose });
  const { machine_status: status } = session;
  // A pay-out needs no player; the player who requested it still sees its progress.
  const paying = status === "cashout" && busy === null;
  const button = (action: Action, label: string) => (
    <Button busy={busy === action} disabled={busy !== null} onClick={() => void run(action)}>
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
