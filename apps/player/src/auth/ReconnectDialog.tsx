/**
 * For an open session of the player: what waits at the machine, and two choices, continue or cash out. Behind "More": cash
 * out and join again, disconnect the other screen, support.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ErrorCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { readAgain } from "@reelcast/client/reloadQueries";
import { Button, Dialog, ExpandIcon, toast, useMoney } from "@reelcast/ui";
import { call, isApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { slugOf } from "../i18n/slug.ts";
import { openDesk } from "../shell/chat/index.ts";
import { BALANCE_KEY } from "../shell/balance.ts";
import { OwnMoney, useMoneyHidden, useOwnMoneyText } from "../shell/ownMoney.tsx";
import { SupportEntry } from "../support/index.tsx";
import { endToast, forgetSession, openSessionIn, setQuestion } from "./openSession.ts";

/** The machine may have to finish a game before it answers. After so long the server continues on its own. */
const WAITS_MS = 90_000;

export interface ReconnectDialogProps {
  session: OpenSession;
  /** The session stays open: a bar on every page leads back to it. */
  onClose: () => void;
}

type Action = "cashOut" | "rejoin" | "kick";

/** The requests of the buttons. `busy`: the one that is under way. `putOff`: its answer leads nowhere any more. */
function useSessionActions(session: OpenSession) {
  const t = useT();
  const money = useOwnMoneyText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Action | null>(null);
  const isPutOff = useRef(false);
  const putOff = () => void (isPutOff.current = true);
  const body = { machineId: session.id };

  const params = { gameId: String(session.id), name: slugOf(session.name) };
  const toGame = () => void navigate({ to: "/game/$gameId/$name", params });
  async function kick(): Promise<void> {
    const paid = await call("kick", { body }, { timeoutMs: WAITS_MS });
    const text = paid?.amount ? t("reconnect.kickedPaid", { amount: money(paid.amount) }) : t("reconnect.kicked");
    toast.success(text, { id: endToast(session.session) });
  }
  async function cashOut(): Promise<void> {
    const { amount } = await call("cancel", { body }, { timeoutMs: WAITS_MS });
    toast.success(t("reconnect.cashedOut", { amount: money(amount) }), { id: endToast(session.session) });
  }
  function showFailure(error: unknown): void {
    // A timeout is no failure: the server continues. Money under review is none either.
    if (isApiError(error, "timeout")) toast.info(t("reconnect.payingLong"));
    else if (isApiError(error, ErrorCode.AmountUnderReview) || isApiError(error, ErrorCode.ServiceUnavailable))
      toast.info(errorText(error), { lasts: "message" });
    else toast.error(errorText(error));
  }
  async function run(action: Action): Promise<void> {
    setBusy(action);
    setQuestion(queries, "ending");
    try {
      await (action === "kick" ? kick() : cashOut());
      // The balance of the answer may be older than one that was pushed.
      void readAgain(queries, { queryKey: BALANCE_KEY });
      forgetSession(queries, session);
      if (action === "rejoin" && !isPutOff.current && !openSessionIn(queries)) toGame();
    } catch (error) {
      showFailure(error);
      // The session has ended: there is nothing left to ask about.
      if (isApiError(error, ErrorCode.NoOpenSession) || isApiError(error, ErrorCode.AmountUnderReview))
        forgetSession(queries, session);
      else if (!isPutOff.current) setQuestion(queries, "open");
      setBusy(null);
    }
  }
  return { busy, run, toGame, putOff };
}

export default function ReconnectDialog({ session, onClose }: ReconnectDialogProps) {
  const t = useT();
  const { busy, run, toGame, putOff } = useSessionActions(session);
  const close = () => {
    putOff();
    onClose();
  };
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
      onClose={close}
      closeLabel={t("reconnect.later")}
      title={status === "cashout" ? session.name : t("reconnect.title", { name: session.name })}
      description={t(`reconnect.${status}`)}
      actions={
        paying ? (
          <Button tone="main" onClick={close}>
            {t("reconnect.fine")}
          </Button>
        ) : (
          <>
            {button("cashOut", t("reconnect.cashOut"))}
            <Button
              tone="main"
              disabled={busy !== null}
              onClick={() => {
                close();
                toGame();
              }}
            >
              {t("reconnect.continue")}
            </Button>
          </>
        )
      }
    >
      <Waiting session={session} />
      {paying ? null : (
        <More
          session={session}
          onDesk={() => {
            close();
            void openDesk();
          }}
          button={button}
        />
      )}
    </Dialog>
  );
}

/** What waits at the machine, as far as the server says. */
function Waiting({ session: { credit, win, phase } }: { session: OpenSession }) {
  const t = useT();
  if (credit === undefined) return null;
  const rows = [
    [t("reconnect.credit"), <OwnMoney key="credit" minor={credit} className="text-lg font-semibold" />],
    ...(win ? [[t("reconnect.win"), <OwnMoney key="win" minor={win} className="font-semibold text-gold" />]] : []),
    ...(phase && phase !== "idle" ? [[t("reconnect.phase"), t(`reconnect.phase_${phase}`)]] : []),
  ] as const;
  return (
    <dl className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3">
      {rows.map(([label, value], at) => (
        <div key={at} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is rarely wanted, shown on request. */
function More({
  session: { credit, machine_status: status },
  onDesk,
  button,
}: {
  session: OpenSession;
  /** Opens the chat with the house's desk, which every house has. */
  onDesk: () => void;
  button: (action: Action, label: string) => ReactNode;
}) {
  const t = useT();
  // Somebody plays there: who is it, if not the player? The way to a person is in sight.
  const foreign = status === "playing";
  const support = <SupportEntry onDesk={onDesk} />;
  const money = useMoney();
  const id = useId();
  const [shown, setShown] = useState(false);
  const hidden = useMoneyHidden();
  const kick = credit && !hidden ? t("reconnect.kickAmount", { amount: money(credit) }) : t("reconnect.kick");
  return (
    <div className="flex flex-col gap-3">
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
        className="-mx-2 inline-flex min-h-11 items-center gap-1 self-start rounded-md px-2 text-[.9375rem] font-medium text-muted hover:bg-lifted"
      >
        {t("reconnect.more")}
        <ExpandIcon size={18} className={shown ? "rotate-180" : ""} />
      </button>
      <div id={id} className="flex flex-col gap-3" hidden={!shown}>
        {button("rejoin", t("reconnect.cashOutRejoin"))}
        {button("kick", kick)}
        {foreign ? null : support}
      </div>
      {foreign ? support : null}
    </div>
  );
}
