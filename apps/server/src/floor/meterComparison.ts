/**
 * When a machine's meters are compared with the ledger, and the comparison itself. What a difference means, the rules
 * decide.
 */
import type { GameLedger } from "./gameLedger.ts";
import type { SeatLoop } from "./seatLoop.ts";

/** After the last game or transfer; and the interval without one. */
const AFTER_CHANGE_MS = 2_000;
const INTERVAL_MS = 30_000;
/** A difference that was seen once is read again with the next tick. */
const CONFIRM_MS = 250;

export interface MeterComparisonParts {
  games: GameLedger;
  loop: SeatLoop;
  /** Play time, milliseconds. */
  now: () => number;
}

export class MeterComparison {
  readonly #parts: MeterComparisonParts;
  #dueAt = 0;
  constructor(parts: MeterComparisonParts) {
    this.#parts = parts;
  }

  get isDue(): boolean {
    return this.#parts.now() >= this.#dueAt;
  }
  /** With the next tick. */
  expedite(): void {
    this.#dueAt = 0;
  }
  /** A while after a game or transfer has moved the meters. */
  postpone(): void {
    this.#dueAt = this.#parts.now() + AFTER_CHANGE_MS;
  }
  /** That while from now at the latest. */
  ensureSoon(): void {
    this.#dueAt = Math.min(this.#dueAt, this.#parts.now() + AFTER_CHANGE_MS);
  }

  /**
   * Records games first. No effect during a transfer or a game.
   * @param certain nobody can press now
   * @throws MachineUnreachable
   */
  async run(certain: boolean): Promise<void> {
    const { games, loop, now } = this.#parts;
    if (loop.state.transfer !== null) return;
    await games.record(loop.state.seat);
    const read = await games.read(loop.state.seat !== null);
    if (read === null) return;
    this.#dueAt = now() + INTERVAL_MS;
    await loop.dispatch({ type: "compared", ...read, certain });
    if (loop.state.suspected !== null) this.#dueAt = now() + CONFIRM_MS;
  }
}
