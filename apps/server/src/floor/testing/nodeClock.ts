/** A clock for tests of nodes: its time advances only while the nodes pause, so no test waits for real seconds. */
import type { NodeClock } from "../nodes.ts";

interface Pause {
  at: number;
  end: () => void;
}

export class NodeTestClock implements NodeClock {
  #now = 0;
  readonly #pauses = new Set<Pause>();
  #changed = Promise.withResolvers<void>();

  now(): number {
    return this.#now;
  }
  pause(ms: number, { signal }: { signal: AbortSignal }): Promise<void> {
    return new Promise((resolve, reject) => {
      const aborted = () => {
        this.#pauses.delete(pause);
        reject(signal.reason as Error);
      };
      const pause: Pause = {
        at: this.#now + ms,
        end: () => {
          signal.removeEventListener("abort", aborted);
          this.#pauses.delete(pause);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener("abort", aborted, { once: true });
      this.#pauses.add(pause);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers<void>();
    });
  }
  /**
   * Advances the time. Each pause ends at its time, after all other work that it follows.
   * @param nodes how many nodes run: the time stands still until all of them pause
   */
  async advance(ms: number, nodes: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      while (this.#pauses.size < nodes) await this.#changed.promise;
      const next = [...this.#pauses].reduce((first, pause) => (pause.at < first.at ? pause : first));
      if (next.at > until) break;
      this.#now = Math.max(this.#now, next.at);
      next.end();
    }
    this.#now = until;
  }
}
