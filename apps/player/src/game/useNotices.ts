/**
 * What the house says during a game, as toasts. A countdown is one toast that changes every second and is spoken at ten,
 * at five and at its end alone. When the house ends the session, this leads back to the lobby and says why.
 */
import { END_REASONS, ErrorCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { settings } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { OPEN_SESSION } from "../auth/openSession.ts";
import { errorText, t } from "../i18n/index.ts";
import type { Closing, Countdown, ServerNotice, SeatView } from "../session/seat.ts";
import { toast, useMoney } from "../ui/index.ts";
import { externalDepositUrl } from "./links.ts";

const COUNTDOWN = "seat-countdown";
const WIN_WAITS = "win-waits";
/** Time to read the closing message before the screen closes, and for the last cash-out. */
const CLOSING_MESSAGE_MS = 1_500;
const CHECKING_MS = 8_000;
const SPOKEN_AT = [10, 5];

const wordsOf = ({ kind, seconds }: Countdown) =>
  errorText({ code: kind === "deposit" ? "CODE_18800" : "CODE_18802", params: { count: seconds } });

/** Whether this second of a countdown is told aloud: the first that is seen, and then ten and five. */
export function isSpoken(before: Countdown | null, now: Countdown): boolean {
  return before?.kind !== now.kind || SPOKEN_AT.includes(now.seconds);
}

function closingText({ code, params }: Pick<Closing, "code" | "params">): string {
  const reason = END_REASONS.find((one) => one === params["reason"]);
  if (reason === undefined) return errorText({ code, params });
  if (reason === "kick") return errorText({ code: ErrorCode.RemovedFromMachine, params });
  if (reason === "checking") return errorText({ code: ErrorCode.AmountUnderReview, params });
  return t(`game.closed.${reason}`);
}
/** Nothing is wrong with what the player did or has: it is said as news. */
const isChecked = ({ params }: Pick<Closing, "params">) => params["reason"] === "checking";

/** Where the player has an open session, as the refusal of another machine says it. */
function openSessionOf({ code, params }: ApiError): OpenSession | null {
  const { id, name, machine_status = "unknown" } = params;
  if (code !== ErrorCode.SessionElsewhere || typeof id !== "number" || typeof name !== "string") return null;
  return { status: "show", id, name, machine_status: machine_status as OpenSession["machine_status"] };
}

/** `spoken` is for a live region: it changes only when something is to be said. */
export function useNotices(view: SeatView, leave: () => Promise<unknown>): { spoken: string } {
  const money = useMoney();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { countdown, notices, closing, connection, meters, refusal } = view;
  const [said, setSaid] = useState<{ countdown: Countdown | null; text: string }>({ countdown: null, text: "" });
  if (said.countdown !== countdown) {
    const speak = countdown !== null && isSpoken(said.countdown, countdown);
    setSaid({ countdown, text: countdown === null ? "" : speak ? wordsOf(countdown) : said.text });
  }

  useEffect(() => {
    if (!countdown) return toast.close(COUNTDOWN);
    toast.warning(wordsOf(countdown), { id: COUNTDOWN, timeoutMs: settings().sessionCloseToastMs, quiet: true });
  }, [countdown]);
  useEffect(() => () => toast.close(COUNTDOWN), []);

  const heard = useRef(0);
  useEffect(() => {
    const show = ({ id, ...info }: ServerNotice) => {
      const { action, params } = info;
      const amount = money(typeof params["amount"] === "number" ? params["amount"] : 0);
      switch (action) {
        case "TAKE_WIN":
          return toast.info(t("game.winWaits", { amount }), { id: WIN_WAITS, timeoutMs: 8_000 });
        case "HAND_PAY":
          return toast.info(t("game.handPay", { amount }), { id: "hand-pay", timeoutMs: 8_000 });
        case "MACHINE_BACK":
          return toast.success(t("game.machineBack"), { id: "machine" });
        case "OUT_OF_ORDER":
        case "MACHINE_OFFLINE":
          return toast.error(errorText(info), { id: "machine" });
        case "LIMIT_REACHED":
          // It ends the game: it stays until it was read.
          return toast.error(errorText(info), { id: "limit", title: t("game.limitReached"), timeoutMs: 0 });
        case "JACKPOT": {
          // It is celebrated over the picture, too; the toast stays when that was tapped away.
          const name = typeof params["name"] === "string" ? params["name"] : "";
          return toast.success(t("game.jackpotToast", { name, amount }), { id: `jackpot-${id}`, timeoutMs: 10_000 });
        }
        default:
          return toast.warning(errorText(info), { id: `info-${info.code}-${id}` });
      }
    };
    for (const notice of notices.filter(({ id }) => id > heard.current)) show(notice);
    heard.current = notices.at(-1)?.id ?? 0;
    // Worded once, when it came: a change of language does not say it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [notices]);
  const phase = meters?.phase;
  useEffect(() => {
    if (phase !== "winToTake") toast.close(WIN_WAITS);
  }, [phase]);

  const ended = connection.kind === "ended" && connection.why === "closed";
  const over = closing !== null || ended;
  const gone = useRef(false);
  useEffect(() => {
    if (!over) return;
    const go = () => {
      if (gone.current) return;
      gone.current = true;
      const why = closing ?? { why: "closed", code: "CODE_18801", params: {} };
      const say = isChecked(why) ? toast.info : toast.error;
      say(closingText(why), {
        id: "closed",
        title: why.why === "removed" ? t("game.removed") : t("game.backToLobby"),
        ...(isChecked(why) && { timeoutMs: CHECKING_MS }),
      });
      void navigate({ to: "/lobby" });
    };
    if (closing?.why === "removed") void leave().then(go, go);
    const timer = setTimeout(go, ended ? 0 : CLOSING_MESSAGE_MS);
    return () => clearTimeout(timer);
    // What ends the session is told once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [over, ended]);
  // Nobody stays where there is no seat: why is said in the lobby.
  useEffect(() => {
    if (!refusal) return;
    const { code, params } = refusal;
    const ended = code === ErrorCode.SessionTerminated;
    const outside = code === ErrorCode.BalanceEmpty ? externalDepositUrl(settings().externalDeposit) : null;
    const checked = isChecked({ params });
    const say = checked || code === ErrorCode.ServiceUnavailable ? toast.info : toast.error;
    say(ended ? closingText({ code, params }) : errorText(refusal), {
      id: "closed",
      title: ended ? t("game.backToLobby") : t("game.refused"),
      timeoutMs: 8_000,
      ...(outside !== null && {
        action: { label: t("game.outsideDeposit"), run: () => void open(outside, "_blank", "noopener,noreferrer") },
      }),
    });
    const { amount } = params;
    if (ended && !checked && typeof amount === "number" && amount > 0)
      toast.success(t("game.withdrawn", { amount: money(amount) }), { timeoutMs: 8_000 });
    const elsewhere = openSessionOf(refusal);
    if (elsewhere) queries.setQueryData(OPEN_SESSION, elsewhere);
    void navigate({ to: "/lobby", replace: true });
    // Said once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusal]);
  return { spoken: said.text };
}
