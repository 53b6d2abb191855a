/** Notices that this computer's clock was set while the process runs. Times of records come from it. */
import { hostname } from "node:os";
import type { Logger } from "pino";
import { recordEvent } from "../events/index.ts";
import type { Db } from "../storage/index.ts";

const EVERY_MS = 10_000;
/** A time server moves a clock by less than that in the interval. */
const NOTABLE_MS = 1_000;

/** Compares the clock that shows the time with one that only runs. Pure except for its own state. */
export class ClockComparison {
  #offset: number;
  /** @param wall ms since the epoch @param monotonic ms since any moment */
  constructor(wall: number, monotonic: number) {
    this.#offset = wall - monotonic;
  }
  /** By how much the clock was set since the last comparison, ms: negative, back. Null: it was not. */
  stepped(wall: number, monotonic: number): number | null {
    const offset = wall - monotonic;
    const step = Math.round(offset - this.#offset);
    // Also where it was not: a drift that a time server corrects never adds up to a step.
    this.#offset = offset;
    return Math.abs(step) >= NOTABLE_MS ? step : null;
  }
}

/** @returns a function that stops it */
export function watchClock(db: Db, log: Pick<Logger, "warn">): () => void {
  const clock = new ClockComparison(Date.now(), performance.now());
  const timer = setInterval(() => {
    const milliseconds = clock.stepped(Date.now(), performance.now());
    if (milliseconds === null) return;
    log.warn({ milliseconds }, "the clock of this computer was set");
    recordEvent(db, { kind: "clockStep", facts: { milliseconds, computer: hostname() } }).catch((error: unknown) =>
      log.warn({ err: error }, "the step of the clock is not recorded as a significant event"),
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
