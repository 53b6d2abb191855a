/**
 * Autoplay: presses Play again when the machine is idle and no win waits, once per game and never before the machine has
 * answered the press before. A pure function of what the seat shows; it neither sends nor waits. The server counts the
 * games and losses as well, and stops it. Everything that a player would want to see first stops it, and it says why.
 */
import { ErrorCode } from "@reelcast/contract";
import type { AutoplayOptions } from "@reelcast/contract";
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
  "picture",
  "games",
  "lossLimit",
  "bigWin",
  "rules",
] as const;
/**
 * Why it stopped. `player`: switched off; `press`: another button; `limit`: a limit of the player's own; `refused`: the
 * machine did not take a press; `machine`: out of order or offline; `hidden`: nobody sees the game; `picture`: it is not live; `games`: all are
 * played; `lossLimit`: the one of this autoplay; `rules`: the house has no autoplay.
 */
export type AutoplayStop = (typeof AUTOPLAY_STOPS)[number];

/** The numbers of games to choose from. */
export const AUTOPLAY_GAMES = [10, 25, 50, 100] as const;

/** What the player has chosen. Amounts are minor units. */
export interface AutoplayChoice extends AutoplayOptions {
  /** A single win above this stops it; null: none does. */
  stopAbove: number | null;
  /** Free spins stop it; otherwise it goes on after them. */
  stopOnFreeSpins: boolean;
}

export interface Autoplay {
  on: boolean;
  choice: AutoplayChoice | null;
  /** The server knows of it: presses may be sent. */
  declared: boolean;
  /** Games that may still be started. */
  remaining: number;
  /** Why it is off; null where it was never on. */
  stopped: AutoplayStop | null;
  /** It has pressed, and the game of that press has not begun yet. */
  pressed: boolean;
  /** A game of it has begun: the win on the glass is one of its own. */
  begun: boolean;
  /** What its losses are counted from, minor units: the session's net result, or, where the server sends none, the credit. */
  before: number;
  /** The notice that was the last one when it was switched on. */
  lastNotice: number;
  /** The last notice of autoplay that has been read. */
  lastPush: number;
}
export const AUTOPLAY_OFF: Autoplay = {
  on: false,
  choice: null,
  declared: false,
  remaining: 0,
  stopped: null,
  pressed: false,
  begun: false,
  before: 0,
  lastNotice: 0,
  lastPush: 0,
};

/** What autoplay looks at besides its own state. */
export interface AutoplayContext {
  view: SeatView;
  leaving: boolean;
  /** The page can't be seen. */
  hidden: boolean;
  /** There is no live picture, and the player has not said to go on. */
  blind: boolean;
  /** Something asks for the player's attention, or the next game may not begin yet: it waits, and goes on afterwards. */
  paused: boolean;
}
export type AutoplayEvent =
  | { type: "start"; choice: AutoplayChoice; view: SeatView }
  /** What the server allows; null: no autoplay. */
  | { type: "declared"; allowed: AutoplayOptions | null }
  | { type: "stop" }
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
  ErrorCode.CashInLimitReached,
  ErrorCode.LossLimitReached,
  ErrorCode.TimeLimitReached,
  ErrorCode.BetExceedsLossLimit,
  ErrorCode.OnBreak,
  ErrorCode.SelfExcluded,
];
const REFUSALS = new Map<string | number, AutoplayStop>([
  [ErrorCode.InsufficientCredit, "lowCredit"],
  [ErrorCode.AutoplayLossLimit, "lossLimit"],
  [ErrorCode.AutoplayNotAllowed, "rules"],
  ["network", "connection"],
  ["timeout", "connection"],
  [ErrorCode.ServiceUnavailable, "connection"],
]);
/** Why the server has stopped it, by its name on the wire. */
const SERVER_STOPS = new Map<string, AutoplayStop>([
  ["games", "games"],
  ["lossLimit", "lossLimit"],
  ["rules", "rules"],
]);

const stop = (autoplay: Autoplay, stopped: AutoplayStop): Autoplay =>
  autoplay.on ? { ...autoplay, on: false, declared: false, pressed: false, stopped } : autoplay;

export function stepAutoplay(autoplay: Autoplay, event: AutoplayEvent): AutoplayStep {
  switch (event.type) {
    case "start":
      return { autoplay: started(event.choice, event.view), press: null };
    case "declared":
      if (!autoplay.on) return { autoplay, press: null };
      if (event.allowed === null) return { autoplay: stop(autoplay, "rules"), press: null };
      return { autoplay: { ...autoplay, declared: true, remaining: event.allowed.games }, press: null };
    case "stop":
      return { autoplay: stop(autoplay, "player"), press: null };
    case "press":
      return { autoplay: event.takesWin ? autoplay : stop(autoplay, "press"), press: null };
    case "refused":
      return { autoplay: stop(autoplay, stopOfRefusal(event.code)), press: null };
    case "update":
      return autoplay.on ? nextStep(withPush(autoplay, event.context.view), event.context) : { autoplay, press: null };
  }
}

function started(choice: AutoplayChoice, view: SeatView): Autoplay {
  return {
    ...AUTOPLAY_OFF,
    on: true,
    choice,
    remaining: choice.games,
    before: view.meters ? worthOf(view.meters) : 0,
    lastNotice: view.notices.at(-1)?.id ?? 0,
    lastPush: view.autoplay?.id ?? 0,
  };
}

function stopOfRefusal(code: string | number): AutoplayStop {
  return LIMITS.includes(code) ? "limit" : (REFUSALS.get(code) ?? "refused");
}

/** With what the server has said of it since. */
function withPush(autoplay: Autoplay, { autoplay: push }: SeatView): Autoplay {
  if (push === null || push.id <= autoplay.lastPush) return autoplay;
  const next = { ...autoplay, lastPush: push.id, remaining: push.remaining };
  return push.ended === undefined ? next : stop(next, SERVER_STOPS.get(push.ended) ?? "refused");
}

/** What ends autoplay at once, whatever the reels do. */
function reasonToStop({ view, leaving, hidden, blind }: AutoplayContext, autoplay: Autoplay): AutoplayStop | null {
  const { connection, meters, transfer, closing } = view;
  if (leaving || closing !== null) return "leaving";
  if (connection.kind !== "live" || meters === null) return "connection";
  if (transfer !== null) return "transfer";
  if (meters.phase === "handPay") return "handPay";
  if (autoplay.choice?.stopOnFreeSpins === true && (meters.phase === "bonus" || meters.freeSpins > 0)) return "bonus";
  const notified = view.notices.filter(({ id }) => id > autoplay.lastNotice).map(({ action }) => action);
  if (notified.includes("LIMIT_REACHED")) return "limit";
  if (notified.includes("OUT_OF_ORDER") || notified.includes("MACHINE_OFFLINE")) return "machine";
  if (hidden) return "hidden";
  if (blind) return "picture";
  const shown = autoplay.begun && !autoplay.pressed && meters.phase !== "spinning" ? meters.win : 0;
  return shown > (autoplay.choice?.stopAbove ?? Number.POSITIVE_INFINITY) ? "bigWin" : null;
}

/** Sinks with what is lost. The credit will do without a net result: a transfer, which also changes it, stops autoplay. */
const worthOf = ({ net, credit }: NonNullable<SeatView["meters"]>): number => net ?? credit;

/** Whether the next game could lose more than was chosen. The server decides; another server may not know of it. */
function couldPassLossLimit({ choice, before }: Autoplay, meters: NonNullable<SeatView["meters"]>): boolean {
  return choice !== null && before - worthOf(meters) + meters.bet > choice.lossLimit;
}

function nextStep(autoplay: Autoplay, context: AutoplayContext): AutoplayStep {
  if (!autoplay.on) return { autoplay, press: null };
  const ended = reasonToStop(context, autoplay);
  if (ended !== null) return { autoplay: stop(autoplay, ended), press: null };
  const { meters, machine, pressing } = context.view;
  if (meters === null || machine === null) return { autoplay, press: null };
  // The reels turn, or a win waits: the press before has been answered by a game.
  if (meters.phase !== "idle")
    return { autoplay: autoplay.pressed ? { ...autoplay, pressed: false, begun: true } : autoplay, press: null };
  if (autoplay.pressed || pressing.length > 0) return { autoplay, press: null };
  if (autoplay.remaining <= 0) return { autoplay: stop(autoplay, "games"), press: null };
  if (context.paused || !autoplay.declared) return { autoplay, press: null };
  if (couldPassLossLimit(autoplay, meters)) return { autoplay: stop(autoplay, "lossLimit"), press: null };
  const play = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id;
  if (play !== undefined && meters.controls[play] === true)
    return { autoplay: { ...autoplay, pressed: true, remaining: autoplay.remaining - 1 }, press: play };
  // Idle and dark: the credit does not reach for the bet, or the machine has its own reason, which it will say.
  return { autoplay: meters.credit < Math.max(1, meters.bet) ? stop(autoplay, "lowCredit") : autoplay, press: null };
}
