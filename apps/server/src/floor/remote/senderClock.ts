/**
 * How far the clock of another computer is from the own one, by the times that its messages carry: their way takes time,
 * so the quickest of the last ones counts.
 */
import { randomUUID } from "node:crypto";

const SAMPLES = 30;
/** Less is the way of the messages. Above it, the difference is applied, and changed only by as much again. */
const NOTABLE_MS = 40;

export interface ShownTime {
  /** Whose clock it is: new at each start of a process. */
  clock: string;
  /** Milliseconds since the epoch. */
  ms: number;
}
const OWN = randomUUID();
/** For a message with times in it. */
export const showTime = (): ShownTime => ({ clock: OWN, ms: Date.now() });

export class SenderClock {
  #clock = "";
  #differences: number[] = [];
  #applied = 0;

  /** Returns what is to be added to the times of a message, ms. @param at what its sender's clock showed */
  note(at: ShownTime | undefined): number {
    if (at === undefined) return this.#applied;
    if (at.clock !== this.#clock) {
      this.#clock = at.clock;
      this.#differences = [];
    }
    this.#differences.push(Date.now() - at.ms);
    if (this.#differences.length > SAMPLES) this.#differences.shift();
    const least = Math.min(...this.#differences);
    const target = Math.abs(least) > NOTABLE_MS ? least : 0;
    if (Math.abs(target - this.#applied) > NOTABLE_MS) this.#applied = target;
    return this.#applied;
  }
}
