/**
 * Autoplay: presses Play again when the machine is idle and no win waits, once per game and never before the machine has
 * answered the press before. A pure function of what the seat shows; it neither sends nor waits. Everything that a
 * player would want to see first stops it, and it says why.
 */
import { ErrorCode } from "@reelcast/contract";
import type { SeatView } from "./seat.ts";

export const AUTOPLAY_STOPS = [
  "player",
  "transfer",
  "leaving",
  "lowCredit",
  "bonus",
  "handPay",
  "connection",
  "press",
  "limit",
  "refused",
  "machine",
  "hidden",
] as const;
/**
 * Why it stopped. `player`: switched off; `press`: another button; `limit`: a limit of the player's own; `refused`: the
 * machine did not take a press; `machine`: out of order or offline; `hidden`: nobody sees the game.
 */
export type AutoplayStop = (typeof AUTOPLAY_STOPS)[number];

export interface Autoplay {
  on: boolean;
  /** Games started since it was switched on. */
  spins: number;
  /** Why it is off; null where it was never on. */
  stopped: AutoplayStop | null;
  /** It has pressed, and the game of that press has not begun yet. */
  pressed: boolean;
  /** The notice that was the last one when it was switched on. */
  lastNotice: number;
}
export const AUTOPLAY_OFF: Autoplay = { on: false, spins: 0, stopped: null, pressed: false, lastNotice: 0 };

/** What autoplay looks at besides its own state. */
export interface AutoplayContext {
  view: SeatView;
  leaving: boolean;
  /** The page can't be seen. */
  hidden: boolean;
  /** Something asks for the player's attention: it waits, and goes on afterwards. */
  paused: boolean;
}
export type AutoplayEvent =
  | { type: "toggle"; view: SeatView }
  | { type: "update"; context: AutoplayContext }
  /** The player pressed a control. Taking a win is what autoplay waits for; every other press is theirs. */
  | { type: "press"; takesWin: boolean }
  | { type: "refused"; code: string | number };
export interface AutoplayStep {
  autoplay: Autoplay;
  /** Control to press now. */
  press: string | null;
}

const LIMITS: readonly (string | number)[] = [
  ErrorCode.DepositLimitReached,
  ErrorCode.LossLimitReached,
  ErrorCode.TimeLimitReached,
  ErrorCode.BetExceedsLossLimit,
  ErrorCode.OnBreak,
  ErrorCode.SelfExcluded,
];
const LOW_CREDIT = ErrorCode.InsufficientCredit;
const NOT_READY = ErrorCode.ServiceUnavailable;

const stop = (autoplay: Autoplay, stopped: AutoplayStop): Autoplay =>
  autoplay.on ? { ...autoplay, on: false, pressed: false, stopped } : autoplay;

export function stepAutoplay(autoplay: Autoplay, event: AutoplayEvent): AutoplayStep {
  switch (event.type) {
    case "toggle":
      if (autoplay.on) return { autoplay: stop(autoplay, "player"), press: null };
      return {
        autoplay: { ...AUTOPLAY_OFF, on: true, lastNotice: event.view.notices.at(-1)?.id ?? 0 },
        press: null,
      };
    case "press":
      return { autoplay: event.takesWin ? autoplay : stop(autoplay, "press"), press: null };
    case "refused":
      return { autoplay: stop(autoplay, stopOfRefusal(event.code)), press: null };
    case "update":
      return autoplay.on ? nextStep(autoplay, event.context) : { autoplay, press: null };
  }
}

function stopOfRefusal(code: string | number): AutoplayStop {
  if (LIMITS.includes(code)) return "limit";
  if (code === LOW_CREDIT) return "lowCredit";
  return code === "network" || code === "timeout" || code === NOT_READY ? "connection" : "refused";
}

/** What ends autoplay at once, whatever the reels do. */
function reasonToStop({ view, leaving, hidden }: AutoplayContext, lastNotice: number): AutoplayStop | null {
  const { connection, meters, transfer, closing } = view;
  if (leaving || closing !== null) return "leaving";
  if (connection.kind !== "live" || meters === null) return "connection";
  if (transfer !== null) return "transfer";
  if (meters.phase === "handPay") return "handPay";
  if (meters.phase === "bonus" || meters.freeSpins > 0) return "bonus";
  const news = view.notices.filter(({ id }) => id > lastNotice).map(({ action }) => action);
  if (news.includes("LIMIT_REACHED")) return "limit";
  if (news.includes("OUT_OF_ORDER") || news.includes("MACHINE_OFFLINE")) return "machine";
  return hidden ? "hidden" : null;
}

function nextStep(autoplay: Autoplay, context: AutoplayContext): AutoplayStep {
  const ended = reasonToStop(context, autoplay.lastNotice);
  if (ended !== null) return { autoplay: stop(autoplay, ended), press: null };
  const { meters, machine, pressing } = context.view;
  if (meters === null || machine === null) return { autoplay, press: null };
  // The reels turn, or a win waits: the press before has been answered by a game.
  if (meters.phase !== "idle")
    return { autoplay: autoplay.pressed ? { ...autoplay, pressed: false } : autoplay, press: null };
  if (autoplay.pressed || pressing.length > 0 || context.paused) return { autoplay, press: null };
  const play = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id;
  if (play !== undefined && meters.controls[play] === true)
    return { autoplay: { ...autoplay, pressed: true, spins: autoplay.spins + 1 }, press: play };
  // Idle and dark: the credit does not reach for the bet, or the machine has its own reason, which it will say.
  return { autoplay: meters.credit < Math.max(1, meters.bet) ? stop(autoplay, "lowCredit") : autoplay, press: null };
}
