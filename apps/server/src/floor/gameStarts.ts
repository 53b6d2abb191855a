/**
 * When players have begun their last paid games. The time between two games is the player's: it runs on across sessions and
 * machines, and after a restart from the recorded games.
 *
 * Times are milliseconds of this process's monotonic clock, made from the age by the wall clock where a record has them.
 */
import type { Wallet } from "../wallet/index.ts";

/** The longest `minGameSeconds`: what is older decides nothing. */
const KEPT_MS = 60_000;

/** A time in the future is taken for now. @param wall milliseconds since 1970 */
export const monotonicOf = (wall: number): number => performance.now() - Math.max(0, Date.now() - wall);

export class GameStarts {
  readonly #wallet: Pick<Wallet, "lastPaidStart">;
  /** By player, the oldest note first. */
  readonly #last = new Map<number, number>();
  constructor(wallet: Pick<Wallet, "lastPaidStart">) {
    this.#wallet = wallet;
  }

  /** Null if it is too long ago to decide anything. */
  of(playerId: number): number | null {
    return this.#last.get(playerId) ?? null;
  }
  note(playerId: number, at: number): void {
    const known = this.#last.get(playerId) ?? -Infinity;
    this.#last.delete(playerId);
    this.#last.set(playerId, Math.max(known, at));
    const oldest = performance.now() - KEPT_MS;
    for (const [player, last] of this.#last) {
      if (last >= oldest) break;
      this.#last.delete(player);
    }
  }
  /** Notes what is recorded of the player: games of another process, or from before a restart. */
  async read(playerId: number, minGameSeconds: number): Promise<void> {
    if (minGameSeconds <= 0) return;
    const recorded = await this.#wallet.lastPaidStart(playerId, new Date(Date.now() - minGameSeconds * 1000));
    if (recorded !== null) this.note(playerId, monotonicOf(recorded.getTime()));
  }
}
