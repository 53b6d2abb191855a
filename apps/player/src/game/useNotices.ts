/**
 * The server's notices during a game, as toasts. A countdown is read aloud at its start, at ten and at five seconds.
 * When the server ends the session, this leads back to the lobby and shows the reason.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { END_REASONS, ErrorCode, InfoCode } from "@reelcast/contract";
import type { OpenSession } from "@reelcast/contract";
import { toast, useMoney } from "@reelcast/ui";
import { settings } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { useRequiredLogin } from "../auth/loginState.ts";
import { askAboutSession, endToast, limitToast } from "../auth/openSession.ts";
import { keepSeatEnd } from "../auth/seatEnds.ts";
import { errorText, t } from "../i18n/index.ts";
import type { Closing, Countdown, ServerNotice, SeatView } from "../session/seat.ts";
import { useOwnMoneyText } from "../shell/ownMoney.tsx";
import { useWayToLobby } from "../shell/wayToLobby.ts";
import { consequenceOf, countdownText } from "./countdownText.ts";
import { externalDepositUrl } from "./links.ts";
import { REFUSED } from "./showError.ts";

const COUNTDOWN = "seat-countdown";
const WIN_WAITS = "win-waits";
/** Time to read the closing message before the screen closes, and for the last cash-out. */
const CLOSING_MESSAGE_MS = 1_500;
const SPOKEN_AT = [10, 5];

/** Whether this second of a countdown is read aloud: its first one, ten and five. */
function isSpoken(before: Countdown | null, now: Countdown): boolean {
  return before?.kind !== now.kind || SPOKEN_AT.includes(now.seconds);
}

function closingText({ code, params }: Pick<Closing, "code" | "params">): string {
  const reason = END_REASONS.find((one) => one === params["reason"]);
  if (reason === undefined) return errorText({ code, params });
  if (reason === "kick") return errorText({ code: ErrorCode.RemovedFromMachine, params });
  if (reason === "checking") return errorText({ code: ErrorCode.AmountUnderReview, params });
  return t(`game.closed.${reason}`);
}
/** Money under review is no error of the player: it is shown as information. */
const isUnderReview = ({ params }: Pick<Closing, "params">) => params["reason"] === "checking";

/** The player's open session, from the refusal of another machine. */
function openSessionOf({ code, params }: ApiError): OpenSession | null {
  const { id, name, machine_status = "unknown" } = params;
  if (code !== ErrorCode.SessionElsewhere || typeof id !== "number" || typeof name !== "string") return null;
  return { status: "show", id, name, machine_status: machine_status as OpenSession["machine_status"] };
}

/**
 * Shows the countdown as one toast that changes every second, with what happens at its end and the way to go on. The result
 * is the text for a live region: it changes only at the seconds that are read aloud.
 * @param hidden it is shown elsewhere
 */
function useCountdownToast(countdown: Countdown | null, hidden: boolean, onStay: () => void): string {
  const [said, setSaid] = useState<{ countdown: Countdown | null; text: string }>({ countdown: null, text: "" });
  if (said.countdown !== countdown) {
    const speak = countdown !== null && isSpoken(said.countdown, countdown);
    const words = countdown && `${countdownText(countdown)}. ${consequenceOf(countdown)}`;
    setSaid({ countdown, text: words === null ? "" : speak ? words : said.text });
  }
  const stay = useEffectEvent(onStay);
  useEffect(() => {
    if (!countdown || hidden) return toast.close(COUNTDOWN);
    toast.warning(consequenceOf(countdown), {
      id: COUNTDOWN,
      title: countdownText(countdown),
      lasts: settings().sessionCloseToastMs,
      quiet: true,
      action: { label: t("game.stay"), run: () => stay() },
    });
  }, [countdown, hidden]);
  useEffect(() => () => toast.close(COUNTDOWN), []);
  return said.text;
}

function showNotice(
  { id, ...info }: ServerNotice,
  session: string | undefined,
  money: (minor: number) => string,
): string {
  const { action, code, params } = info;
  // In the place of what was said when the connection was lost.
  if (code === ErrorCode.PressTooLate) return toast.warning(errorText(info), { id: REFUSED });
  const amount = money(typeof params["amount"] === "number" ? params["amount"] : 0);
  switch (action) {
    case "TAKE_WIN":
      return toast.info(t("game.winWaits", { amount }), { id: WIN_WAITS, lasts: "message" });
    case "HAND_PAY":
      return toast.info(t("game.handPay", { amount }), { id: "hand-pay", lasts: "banner" });
    case "HAND_PAID":
      return toast.success(t("game.handPaid", { amount }), { id: "hand-pay", lasts: "message" });
    case "MACHINE_BACK":
      return toast.success(t("game.machineBack"), { id: "machine" });
    case "OUT_OF_ORDER":
    case "MACHINE_OFFLINE":
      return toast.error(errorText(info), { id: "machine" });
    case "LIMIT_REACHED":
      // What was said before by the other socket knows less.
      toast.close(endToast(session));
      // It says when the next game may be: it stays until the player closes it.
      return toast.error(errorText(info), { id: limitToast(session), title: t("game.limitReached"), lasts: "banner" });
    case "JACKPOT": {
      // The picture shows it, too; the toast stays after that was closed.
      const name = typeof params["name"] === "string" ? params["name"] : "";
      return toast.success(t("game.jackpotToast", { name, amount }), { id: `jackpot-${id}`, lasts: "banner" });
    }
    default:
      return toast.warning(errorText(info), { id: `info-${info.code}-${id}` });
  }
}

/** What the game has said by toasts before its end: that takes the place of all of them. */
const SAID_BEFORE = [REFUSED, COUNTDOWN, WIN_WAITS, "machine", "autoplay", "picture", "plan"];
function closeEarlier(): void {
  for (const id of SAID_BEFORE) toast.close(id);
}

/** Shows each notice of the server once, as a toast. */
function useNoticeToasts({ notices, meters, session }: SeatView): void {
  const money = useMoney();
  const lastShown = useRef(0);
  useEffect(() => {
    for (const notice of notices.filter(({ id }) => id > lastShown.current)) showNotice(notice, session?.id, money);
    lastShown.current = notices.at(-1)?.id ?? 0;
    // oxlint-disable-next-line react/exhaustive-deps -- another language does not repeat a notice
  }, [notices]);
  const phase = meters?.phase;
  useEffect(() => {
    if (phase !== "winToTake") toast.close(WIN_WAITS);
  }, [phase]);
}

/** The server ends the session: shows the reason and leads to the lobby. */
function useClosing({ closing, connection, session }: SeatView, leave: () => Promise<unknown>): void {
  const goToLobby = useWayToLobby();
  const ended = connection.kind === "ended" && connection.why === "closed";
  const over = closing !== null || ended;
  const isDone = useRef(false);
  useEffect(() => {
    if (!over) return;
    const toLobby = () => {
      if (isDone.current) return;
      isDone.current = true;
      const why = closing ?? { why: "closed", code: InfoCode.SessionClosing, params: {} };
      const show = isUnderReview(why) ? toast.info : toast.error;
      const id = endToast(session?.id);
      closeEarlier();
      if (why.params["reason"] !== "limit" || !toast.isOpen(limitToast(session?.id)))
        show(closingText(why), {
          id,
          title: why.why === "removed" ? t("game.removed") : t("game.backToLobby"),
          ...(isUnderReview(why) && { lasts: "banner" as const }),
        });
      goToLobby();
    };
    if (closing?.why === "removed") void leave().then(toLobby, toLobby);
    const timer = setTimeout(toLobby, ended ? 0 : CLOSING_MESSAGE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the first reason counts
  }, [over, ended]);
}

/** The player got no seat, or has lost it: leads to the lobby, which shows the reason. */
function useRefusal({ refusal, session, machine }: SeatView): void {
  const playerId = useRequiredLogin().user.id;
  const money = useOwnMoneyText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (!refusal) return;
    const { code, params } = refusal;
    const ended = code === ErrorCode.SessionTerminated;
    const outside = code === ErrorCode.BalanceEmpty ? externalDepositUrl(settings().externalDeposit) : null;
    const underReview = isUnderReview({ params });
    const show =
      underReview || code === ErrorCode.ServiceUnavailable || code === ErrorCode.NewPlayPaused
        ? toast.info
        : toast.error;
    const { amount } = params;
    const isPaid = ended && !underReview && typeof amount === "number" && amount > 0;
    // What the house has paid out by itself stays until the player has seen it.
    const isKept = isPaid && session !== null && machine !== null && params["reason"] !== "leave";
    if (isKept)
      keepSeatEnd(playerId, { session: session.id, name: machine.name, reason: String(params["reason"]), amount });
    const withdrawn = isPaid && !isKept ? t("game.withdrawn", { amount: money(amount) }) : null;
    closeEarlier();
    const isSaid = ended && params["reason"] === "limit" && toast.isOpen(limitToast(session?.id));
    if (!isSaid)
      show(withdrawn ?? (ended ? closingText({ code, params }) : errorText(refusal)), {
        id: endToast(session?.id),
        title: ended ? t("game.backToLobby") : t("game.refused"),
        lasts: underReview ? "banner" : "message",
        ...(outside !== null && {
          action: { label: t("game.outsideDeposit"), run: () => void open(outside, "_blank", "noopener,noreferrer") },
        }),
      });
    const elsewhere = openSessionOf(refusal);
    if (elsewhere) askAboutSession(queries, elsewhere, true);
    void navigate({ to: "/lobby", replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- a refusal is shown once
  }, [refusal]);
}

export interface NoticesInput {
  /** The deposit sheet is open, and shows the countdown itself. */
  inSheet: boolean;
  /** The player wants to go on. */
  onStay: () => void;
  /** The server ends the session: leaves the seat. */
  onClosing: () => Promise<unknown>;
}
/** `spoken` is the text for a live region. */
export function useNotices(view: SeatView, { inSheet, onStay, onClosing }: NoticesInput): { spoken: string } {
  const spoken = useCountdownToast(view.countdown, inSheet, onStay);
  useNoticeToasts(view);
  useClosing(view, onClosing);
  useRefusal(view);
  return { spoken };
}
