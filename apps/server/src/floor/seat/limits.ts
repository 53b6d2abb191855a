/**
 * A seated player's own limits: figures that were read once, and the games since, so that no press waits for the
 * database. Pure except for its own state. Counts and refuses; the host ends the session.
 *
 * Amounts are minor units, times milliseconds since the epoch.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { GameResult, MachineEvent } from "@reelcast/machine";
import type { Allowance } from "../types.ts";

/** The player is warned so many minutes before a time limit. */
const WARN_MINUTES = [5, 1] as const;
const MINUTE_MS = 60_000;
/** Longest time between two readings, for changes without a notification. */
export const REREAD_MS = 60_000;
const RETRY_MS = 5_000;

export type LimitNotice =
  | { kind: "lossReached"; until: number }
  | { kind: "cashInReached"; until: number }
  | { kind: "timeNear"; minutes: number; until: number }
  | { kind: "timeOver"; until: number };

interface Counted {
  number: number;
  net: number;
  at: number;
}

export class SeatLimits {
  #allowance: Allowance;
  #readAt: number;
  /** Number of the last game that is included in the allowance. */
  #through: number;
  /** Games since, whether or not they are recorded. */
  #games: Counted[] = [];
  /** The paid game that runs: its bet counts as lost until the game ends. */
  #running: { number: number; bet: number } | null = null;
  /** The bet of a press without an answer yet: it may have begun a game. */
  #unanswered = 0;
  #lossNotified = false;
  #cashInNotified = false;
  /** Moved to the machine since the allowance was read. */
  #movedIn = 0;
  #warned = Number.POSITIVE_INFINITY;

  /** @param through number of the last game that was recorded when the allowance was read */
  constructor(allowance: Allowance, through: number, now: number) {
    this.#allowance = allowance;
    this.#through = through;
    this.#readAt = now;
  }

  get barred(): Allowance["barred"] {
    return this.#allowance.barred;
  }
  get isUnder25(): boolean {
    return this.#allowance.isUnder25;
  }
  get realityCheckMinutes(): number | null {
    return this.#allowance.realityCheckMinutes;
  }

  isStale(now: number): boolean {
    // A clock that was set back makes them old as well.
    return now >= this.#allowance.validUntil || Math.abs(now - this.#readAt) >= REREAD_MS;
  }
  /** The database did not answer: the known figures remain valid, and are read again soon. */
  postpone(now: number): void {
    this.#allowance = { ...this.#allowance, validUntil: now + RETRY_MS };
    this.#readAt = now;
  }
  /** Newly read figures. @param atRest no game runs, and no press is being carried out */
  renew(allowance: Allowance, through: number, now: number, atRest: boolean): void {
    this.#allowance = allowance;
    this.#through = through;
    this.#readAt = now;
    this.#movedIn = 0;
    this.#games = this.#games.filter(({ number }) => number > through);
    if (!atRest) return;
    this.#unanswered = 0;
    this.#running = null;
  }
  /** A game that already runs, e.g. after a restart. */
  foundRunning(bet: number): void {
    this.#unanswered = bet;
  }

  started({ gameNumber, bet }: Extract<MachineEvent, { type: "gameStart" }>): void {
    if (bet > 0) this.#running = { number: gameNumber, bet };
  }
  /** A game has ended. No effect for a game that is counted already. */
  ended({ gameNumber, bet, win, endedAt }: Pick<GameResult, "gameNumber" | "bet" | "win" | "endedAt">): void {
    if (this.#running && gameNumber >= this.#running.number) this.#running = null;
    if (gameNumber <= (this.#games.at(-1)?.number ?? this.#through)) return;
    this.#games.push({ number: gameNumber, net: bet - win, at: endedAt });
    if (bet > 0) this.#unanswered = 0;
  }

  /** Money has come to the machine. */
  cashedIn(amount: number): void {
    this.#movedIn += amount;
  }
  /** Whether nothing may be moved to machines any more: play goes on with the credit that there is. */
  #cashInNotices(): LimitNotice[] {
    const { cashIn } = this.#allowance;
    const isReached = cashIn !== null && cashIn.left <= this.#movedIn;
    const isNew = isReached && !this.#cashInNotified;
    this.#cashInNotified = isReached;
    return isNew ? [{ kind: "cashInReached", until: cashIn.until }] : [];
  }
  /** What may still be lost, and if that is nothing, until when play is over. Null: no limit. */
  #lossLeft(now: number): { left: number; until: number } | null {
    const all = this.#allowance.loss.map(({ limit, net, resetsAt }) => {
      // If its period has ended since, only the games of the next period count.
      const over = now >= resetsAt;
      const since = this.#games.filter(({ at }) => !over || at >= resetsAt);
      return { left: limit - since.reduce((sum, game) => sum + game.net, over ? 0 : net), until: resetsAt };
    });
    if (all.length === 0) return null;
    const reached = all.filter(({ left }) => left <= 0);
    return {
      left: Math.max(0, Math.min(...all.map(({ left }) => left))),
      until: Math.max(...(reached.length > 0 ? reached : all).map(({ until }) => until)),
    };
  }

  /**
   * Before a press that may begin a game of this bet. Call `answered` once the machine has answered.
   * @param running reels turn, which the press would stop
   * @throws AppError LossLimitReached, BetExceedsLossLimit; PressRefused for a stop that would begin a game if the
   * reels have stopped by then
   */
  play(bet: number, now: number, running: boolean): { answered(): void } {
    const loss = this.#lossLeft(now);
    const atStake = (this.#running?.bet ?? 0) + this.#unanswered;
    if (loss !== null && bet + atStake > loss.left) {
      if (running) throw new AppError(ErrorCode.PressRefused);
      if (loss.left === 0)
        throw new AppError(ErrorCode.LossLimitReached, { until: new Date(loss.until).toISOString() });
      throw new AppError(ErrorCode.BetExceedsLossLimit, { amount: Math.max(0, loss.left - atStake) });
    }
    const before = this.#unanswered;
    this.#unanswered = before + bet;
    return {
      answered: () => {
        this.#unanswered = Math.max(0, this.#unanswered - bet);
      },
    };
  }

  /** New notices; each is returned once. `atRest`: no game runs that could win the loss back. */
  newNotices(now: number, atRest: boolean): LimitNotice[] {
    const notices: LimitNotice[] = this.#cashInNotices();
    const loss = this.#lossLeft(now);
    if (loss === null || loss.left > 0) this.#lossNotified = false;
    else if (atRest && !this.#lossNotified) {
      this.#lossNotified = true;
      notices.push({ kind: "lossReached", until: loss.until });
    }
    const { time } = this.#allowance;
    if (time.length === 0) return notices;
    const over = time.filter(({ endsAt }) => endsAt <= now);
    if (over.length > 0) {
      notices.push({ kind: "timeOver", until: Math.max(...over.map(({ until }) => until)) });
      return notices;
    }
    const next = time.reduce((first, one) => (one.endsAt < first.endsAt ? one : first));
    const left = next.endsAt - now;
    const step = WARN_MINUTES.findLast((minutes) => left <= minutes * MINUTE_MS) ?? Number.POSITIVE_INFINITY;
    if (step < this.#warned)
      notices.push({ kind: "timeNear", minutes: Math.ceil(left / MINUTE_MS), until: next.until });
    this.#warned = step;
    return notices;
  }
  /** After a reconnect, the notices are sent again. */
  repeatNotices(): void {
    this.#lossNotified = false;
    this.#warned = Number.POSITIVE_INFINITY;
  }
}
