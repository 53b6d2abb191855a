/** One timer on the machine's clock: starting it again replaces it. */
import type { Clock } from "../clock.ts";

export class Timer {
  readonly #clock: Clock;
  #running: { handle: unknown } | null = null;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }
  start(ms: number, callback: () => void): void {
    this.stop();
    const fire = () => {
      this.#running = null;
      callback();
    };
    this.#running = { handle: this.#clock.setTimeout(fire, Math.max(0, ms)) };
  }
  stop(): void {
    if (this.#running) this.#clock.clearTimeout(this.#running.handle);
    this.#running = null;
  }
}
