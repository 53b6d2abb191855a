/**
 * The rules of play at one seat: how soon the next game may begin, whether a press may stop the reels, and autoplay as its
 * player has declared it. Pure except for its own state: it counts and refuses, and its caller carries out.
 *
 * Amounts are minor units; times are milliseconds of one monotonic clock.
 */
import { AppError, ErrorCode, maxStakeOf } from "@reelcast/contract";
import type { AutoplayEnd, AutoplayPush, AutoplayOptions, PlayRules } from "@reelcast/contract";
import type { GamePhase, GameResult } from "@reelcast/machine";

/** A press of a control of the kind "play". */
export interface PlayPress {
  /** Sent by autoplay. */
  auto: boolean;
  /** Of the connection that sent it. */
  epoch: number;
  /** Of the machine, before the press. */
  phase: GamePhase;
  /** Of the game that it would begin. */
  bet: number;
  /** The player is under 25, or of unknown age. */
  isUnder25: boolean;
}

/** "unknown": the answer was lost, and a game may have begun. */
export type PressOutcome = "accepted" | "refused" | "unknown";

interface Autoplay {
  /** Of the connection that has declared it: it ends with that connection. */
  epoch: number;
  /** As declared. */
  games: number;
  remaining: number;
  lossLimit: number;
  /** Bets less wins of the games since its first one, as far as they are over. */
  lost: number;
  /** The bet of its game that is not over, or may have begun. */
  atStake: number;
  /** Its first game has begun, or may have: the games that end from now on are counted. */
  begun: boolean;
}

export class SeatPlay {
  #startedAt: number | null;
  readonly #onStart: (at: number) => void;
  #autoplay: Autoplay | null = null;
  /** Number of the last game that was counted. */
  #counted = 0;
  #push: AutoplayPush | null = null;
  /**
   * @param startedAt when the player's last paid game began, at whatever machine; null: long ago
   * @param onStart called with each later one
   */
  constructor(startedAt: number | null = null, onStart: (at: number) => void = () => {}) {
    this.#startedAt = startedAt;
    this.#onStart = onStart;
  }

  /** @param options null: it ends. Returns what applies from now on; null: no autoplay */
  declare(options: AutoplayOptions | null, epoch: number, rules: Pick<PlayRules, "autoplay">): AutoplayOptions | null {
    this.#autoplay = null;
    this.#push = null;
    if (options === null || !rules.autoplay) return null;
    const { games, lossLimit } = options;
    this.#autoplay = { epoch, games, remaining: games, lossLimit, lost: 0, atStake: 0, begun: false };
    return { games, lossLimit };
  }

  /**
   * Before a press. Every press that it permits must be followed by `answered`.
   * @throws AppError GameTooSoon {milliseconds}, StopNotAllowed, AutoplayNotAllowed, AutoplayNotDeclared,
   * AutoplayLossLimit {amount}, StakeTooHigh {amount}; PressRefused for autoplay while a game runs (it never stops reels), and
   * for a stop that would begin a game of too high a bet if the reels have stopped by then
   */
  permit({ auto, epoch, phase, bet, isUnder25 }: PlayPress, rules: PlayRules, now: number): void {
    if (auto) this.#permitAuto(epoch, phase, bet, rules);
    if (phase === "spinning" && !rules.skillStop) throw new AppError(ErrorCode.StopNotAllowed);
    const maxStake = maxStakeOf(rules, isUnder25);
    const isTooHigh = maxStake !== null && bet > maxStake;
    if (phase === "spinning" && isTooHigh) throw new AppError(ErrorCode.PressRefused);
    if (phase !== "idle") return;
    if (isTooHigh) throw new AppError(ErrorCode.StakeTooHigh, { amount: maxStake });
    const wait = this.#startedAt === null ? 0 : this.#startedAt + rules.minGameSeconds * 1000 - now;
    if (wait > 0) throw new AppError(ErrorCode.GameTooSoon, { milliseconds: Math.ceil(wait) });
    // Counted before the answer, because the game may be over before that.
    if (!auto || !this.#autoplay) return;
    this.#autoplay.begun = true;
    this.#autoplay.remaining -= 1;
    this.#autoplay.atStake += bet;
  }
  #permitAuto(epoch: number, phase: GamePhase, bet: number, rules: PlayRules): void {
    const autoplay = this.#autoplay;
    if (!rules.autoplay) {
      this.#end("rules");
      throw new AppError(ErrorCode.AutoplayNotAllowed);
    }
    if (autoplay === null || autoplay.epoch !== epoch) throw new AppError(ErrorCode.AutoplayNotDeclared);
    if (phase !== "idle") throw new AppError(ErrorCode.PressRefused);
    const left = autoplay.lossLimit - autoplay.lost - autoplay.atStake;
    if (bet <= left) return;
    this.#end("lossLimit");
    throw new AppError(ErrorCode.AutoplayLossLimit, { amount: Math.max(0, left) });
  }

  answered({ auto, phase, bet }: PlayPress, outcome: PressOutcome, now: number): void {
    if (phase !== "idle") return;
    if (outcome !== "refused") this.started(now);
    const autoplay = this.#autoplay;
    if (!auto || autoplay === null) return;
    if (outcome === "refused") {
      autoplay.remaining += 1;
      autoplay.begun = autoplay.remaining < autoplay.games;
      autoplay.atStake = Math.max(0, autoplay.atStake - bet);
      return;
    }
    this.#push = { remaining: autoplay.remaining };
    if (autoplay.remaining === 0) this.#end("games");
  }
  /** A paid game has begun, by whatever press. */
  started(now: number): void {
    this.#startedAt = Math.max(this.#startedAt ?? now, now);
    this.#onStart(now);
  }
  /** A game is recorded, before it is counted: the start of one that nobody saw counts as well, e.g. before a restart. */
  recorded({ gameNumber, free }: Pick<GameResult, "gameNumber" | "free">, startedAt: number): void {
    if (gameNumber > this.#counted && !free) this.started(startedAt);
  }
  /** A game is over. No effect for a game that is counted already. */
  ended({ gameNumber, bet, win }: Pick<GameResult, "gameNumber" | "bet" | "win">): void {
    if (gameNumber <= this.#counted) return;
    this.#counted = gameNumber;
    const autoplay = this.#autoplay;
    if (autoplay === null || !autoplay.begun) return;
    autoplay.lost += bet - win;
    if (bet > 0) autoplay.atStake = 0;
    if (autoplay.lost >= autoplay.lossLimit) this.#end("lossLimit");
  }

  /** What is new of autoplay, for the player; each push is returned once. */
  takePush(): AutoplayPush | null {
    const push = this.#push;
    this.#push = null;
    return push;
  }

  #end(ended: AutoplayEnd): void {
    if (this.#autoplay === null) return;
    this.#push = { remaining: this.#autoplay.remaining, ended };
    this.#autoplay = null;
  }
}
