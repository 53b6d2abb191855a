/**
 * When a countdown of a seat begins and ends, and what a lost connection changes. Pure: `(seat, machine, now) → seat`
 * and effects.
 */
import type { GamePhase } from "@reelcast/machine";
import type { EndReason, MachineFacts, Seat, SeatEffect, SeatRules } from "./types.ts";

export const WARN_MS = 10_000;
export const TAKE_WIN_MS = 5_000;
/** For so long after the last press `stay` counts as one. */
export const STAY_IDLE_MS = 600_000;
/** By so much at most `stay` extends the time for the first deposit. */
export const STAY_DEPOSIT_MS = 180_000;

const deadlineOf = ({ depositBy, lastPressAt }: Seat, { idleMs, warnMs }: SeatRules): number =>
  depositBy ?? lastPressAt + idleMs + warnMs;

export const inGame = (phase: GamePhase): boolean => phase === "spinning" || phase === "bonus" || phase === "handPay";

export function beginEnding(seat: Seat, reason: EndReason): { seat: Seat; effects: SeatEffect[] } {
  if (seat.ending !== null) return { seat, effects: [] };
  return {
    seat: { ...seat, ending: reason, warnedSeconds: null },
    effects: reason === "leave" ? [] : [{ do: "notifyEnding", reason }],
  };
}

/** A press or a transfer is activity: it cancels a countdown. */
export function recordActivity(seat: Seat, now: number, isTransfer: boolean): { seat: Seat; effects: SeatEffect[] } {
  const calledOff = seat.warnedSeconds !== null && seat.depositBy === null;
  return {
    seat: {
      ...seat,
      lastPressAt: now,
      playedAt: now,
      warnedSeconds: seat.depositBy === null || isTransfer ? null : seat.warnedSeconds,
    },
    effects: calledOff ? [{ do: "notifyCountdownCancelled" }] : [],
  };
}

/**
 * The player is there, and has not pressed. Extends the time as a press does, but only for a while after the last press, since
 * others may wait for the machine.
 */
export function stay(seat: Seat, now: number, rules: SeatRules): { seat: Seat; effects: SeatEffect[] } {
  const { depositBy, lastPressAt, playedAt, warnedSeconds } = seat;
  const next =
    depositBy === null
      ? { ...seat, lastPressAt: Math.max(lastPressAt, Math.min(now, playedAt + STAY_IDLE_MS)) }
      : {
          ...seat,
          depositBy: Math.max(depositBy, Math.min(now + rules.depositMs, playedAt + rules.depositMs + STAY_DEPOSIT_MS)),
        };
  const left = deadlineOf(next, rules) - now;
  if (warnedSeconds === null || left <= rules.warnMs) return { seat: next, effects: [] };
  return { seat: { ...next, warnedSeconds: null }, effects: [{ do: "notifyCountdownCancelled" }] };
}

export function connected(seat: Seat, now: number, rules: SeatRules): Seat {
  return {
    ...seat,
    connected: true,
    lostAt: null,
    warnedSeconds: null,
    lastPressAt: now,
    // A player who reconnects to an empty machine gets the deposit time once more; only once, because others wait for
    // it.
    depositBy: seat.depositBy === null || seat.depositRenewed ? seat.depositBy : now + rules.depositMs,
    depositRenewed: seat.depositRenewed || seat.depositBy !== null,
  };
}

export function disconnected(seat: Seat, now: number): Seat {
  return { ...seat, connected: false, warnedSeconds: null, lostAt: seat.connected ? now : seat.lostAt };
}

export function machineChanged(seat: Seat, before: MachineFacts, facts: MachineFacts, now: number): Seat {
  const begins = facts.phase === "winToTake" && before.phase !== "winToTake";
  // A game counts as activity: no session ends during a bonus.
  const playing = inGame(before.phase) || inGame(facts.phase);
  return {
    ...seat,
    winSince: begins ? now : facts.phase === "winToTake" ? seat.winSince : null,
    winNotified: begins ? false : seat.winNotified,
    lastPressAt: playing ? Math.max(seat.lastPressAt, now) : seat.lastPressAt,
    playedAt: playing ? Math.max(seat.playedAt, now) : seat.playedAt,
    depositBy: facts.credit > 0 ? null : seat.depositBy,
  };
}

/** Runs the countdowns. None runs during a game or a transfer, or once the seat is ending. */
export function countDown(
  seat: Seat,
  machine: MachineFacts,
  now: number,
  rules: SeatRules,
): { seat: Seat; effects: SeatEffect[] } {
  const effects: SeatEffect[] = [];
  let next = seat;
  if (next.winSince !== null && !next.winNotified && next.connected && now - next.winSince >= rules.takeWinMs) {
    next = { ...next, winNotified: true };
    effects.push({ do: "notifyWinWaits" });
  }
  if (inGame(machine.phase)) return { seat: next, effects };
  const end = (reason: EndReason) => {
    const ended = beginEnding(next, reason);
    return { seat: ended.seat, effects: [...effects, ...ended.effects] };
  };
  if (!next.connected) {
    return next.lostAt !== null && now - next.lostAt >= rules.graceMs ? end("held") : { seat: next, effects };
  }
  const deposit = next.depositBy !== null;
  const left = deadlineOf(next, rules) - now;
  if (left <= 0) return end(deposit ? "deposit" : "idle");
  const seconds = Math.ceil(left / 1000);
  if (left > rules.warnMs || seconds === next.warnedSeconds) return { seat: next, effects };
  effects.push({ do: deposit ? "notifyDepositCountdown" : "notifyIdleCountdown", seconds });
  return { seat: { ...next, warnedSeconds: seconds }, effects };
}
