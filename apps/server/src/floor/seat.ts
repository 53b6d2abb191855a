/**
 * One player's seat at one machine, as a pure state machine: `(seat, event) → { seat, effects }`. It decides when a
 * countdown begins and ends, what a lost connection keeps, and when credit goes back; it never waits, asks a machine or
 * moves money. The host carries its effects out.
 *
 * Times are milliseconds since the epoch.
 */
import type { GamePhase } from "@reelcast/machine";

export interface SeatRules {
  depositMs: number;
  idleMs: number;
  /** Length of the countdown before the seat is given back. */
  warnMs: number;
  graceMs: number;
  /** A win that has waited so long is spoken of. */
  takeWinMs: number;
}
export const WARN_MS = 10_000;
export const TAKE_WIN_MS = 5_000;

export type EndReason =
  | "leave"
  | "cancel"
  | "kick"
  | "deposit"
  | "idle"
  | "held"
  | "banned"
  | "outOfOrder"
  /** The player's own: a time limit, a break, a self-exclusion. */
  | "limit"
  | "break"
  | "excluded";

export interface Seat {
  connected: boolean;
  /** Since when nobody is connected. */
  lostAt: number | null;
  /** Until when the first funds must come; null once they came. */
  depositBy: number | null;
  lastPressAt: number;
  /** Seconds that the player was told last, of either countdown. */
  told: number | null;
  /** Set once the seat is to be given back; never unset. */
  ending: EndReason | null;
  /** Since when a win waits, and whether it was spoken of. */
  winSince: number | null;
  winTold: boolean;
  phase: GamePhase;
  credit: number;
  /** A transfer is under way, or its answer was lost. */
  transferring: boolean;
}

export type SeatEvent =
  | { type: "tick"; now: number }
  | { type: "press"; now: number }
  | { type: "connected"; now: number }
  | { type: "disconnected"; now: number }
  | { type: "machine"; phase: GamePhase; credit: number; now: number }
  | { type: "transfer"; underWay: boolean; now: number }
  | { type: "end"; reason: EndReason; now: number };

export type SeatEffect =
  | { do: "tellDeposit"; seconds: number }
  | { do: "tellIdle"; seconds: number }
  | { do: "tellGoesOn" }
  | { do: "tellWinWaits" }
  /** The seat is about to be given back for a reason of the house. */
  | { do: "tellEnding"; reason: EndReason }
  | { do: "takeWin" }
  | { do: "cashOut" }
  /** Nothing is left on the machine: the session is over. */
  | { do: "close"; reason: EndReason };

export interface SeatStep {
  seat: Seat;
  effects: SeatEffect[];
}

/** A seat that was just taken, or that is found after a restart (`connected` false). */
export function newSeat(
  at: { now: number; connected: boolean; credit: number; phase: GamePhase },
  rules: SeatRules,
): Seat {
  return {
    connected: at.connected,
    lostAt: at.connected ? null : at.now,
    depositBy: at.credit > 0 || at.phase !== "idle" ? null : at.now + rules.depositMs,
    lastPressAt: at.now,
    told: null,
    ending: null,
    winSince: at.phase === "winToTake" ? at.now : null,
    winTold: false,
    phase: at.phase,
    credit: at.credit,
    transferring: false,
  };
}

const inGame = (phase: GamePhase) => phase === "spinning" || phase === "bonus" || phase === "handPay";

export function step(seat: Seat, event: SeatEvent, rules: SeatRules): SeatStep {
  const effects: SeatEffect[] = [];
  const next: Seat = { ...seat };
  switch (event.type) {
    case "press":
      if (next.told !== null && next.depositBy === null) effects.push({ do: "tellGoesOn" });
      if (next.depositBy === null) next.told = null;
      next.lastPressAt = event.now;
      break;
    case "connected":
      next.connected = true;
      next.lostAt = null;
      next.told = null;
      next.lastPressAt = event.now;
      // Whoever comes back to an empty machine gets the time to bring funds once more.
      if (next.depositBy !== null) next.depositBy = event.now + rules.depositMs;
      break;
    case "disconnected":
      if (next.connected) next.lostAt = event.now;
      next.connected = false;
      next.told = null;
      break;
    case "machine":
      if (event.phase === "winToTake" && next.phase !== "winToTake") {
        next.winSince = event.now;
        next.winTold = false;
      } else if (event.phase !== "winToTake") next.winSince = null;
      // A game that goes on by itself counts as activity: nobody is sent away in the middle of a bonus.
      if (inGame(next.phase) || inGame(event.phase)) next.lastPressAt = Math.max(next.lastPressAt, event.now);
      next.phase = event.phase;
      next.credit = event.credit;
      if (event.credit > 0) next.depositBy = null;
      break;
    case "transfer":
      next.transferring = event.underWay;
      next.lastPressAt = event.now;
      if (next.depositBy === null && next.told !== null) effects.push({ do: "tellGoesOn" });
      next.told = null;
      break;
    case "end":
      end(next, event.reason, effects);
      break;
    case "tick":
      break;
  }
  countDown(next, event.now, rules, effects);
  finish(next, effects);
  return { seat: next, effects };
}

function end(seat: Seat, reason: EndReason, effects: SeatEffect[]): void {
  if (seat.ending !== null) return;
  seat.ending = reason;
  seat.told = null;
  if (reason !== "leave") effects.push({ do: "tellEnding", reason });
}

function countDown(seat: Seat, now: number, rules: SeatRules, effects: SeatEffect[]): void {
  if (seat.ending !== null || seat.transferring) return;
  if (seat.winSince !== null && !seat.winTold && seat.connected && now - seat.winSince >= rules.takeWinMs) {
    seat.winTold = true;
    effects.push({ do: "tellWinWaits" });
  }
  if (inGame(seat.phase)) return;
  if (!seat.connected) {
    if (seat.lostAt !== null && now - seat.lostAt >= rules.graceMs) end(seat, "held", effects);
    return;
  }
  const deposit = seat.depositBy !== null;
  const endAt = seat.depositBy ?? seat.lastPressAt + rules.idleMs + rules.warnMs;
  const left = endAt - now;
  if (left <= 0) return end(seat, deposit ? "deposit" : "idle", effects);
  const seconds = Math.ceil(left / 1000);
  if (left > rules.warnMs || seconds === seat.told) return;
  seat.told = seconds;
  effects.push({ do: deposit ? "tellDeposit" : "tellIdle", seconds });
}

/** Once the seat is to be given back: first what goes on is finished, then the win taken, then the credit paid. */
function finish(seat: Seat, effects: SeatEffect[]): void {
  if (seat.ending === null || seat.transferring || inGame(seat.phase)) return;
  if (seat.phase === "winToTake" || seat.phase === "gamble") effects.push({ do: "takeWin" });
  else if (seat.credit > 0) effects.push({ do: "cashOut" });
  else effects.push({ do: "close", reason: seat.ending });
}
