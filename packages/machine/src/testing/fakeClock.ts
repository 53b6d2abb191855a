/** A clock that stands still until a test moves it. */
import type { Clock } from "../clock.ts";

export interface FakeClock extends Clock {
  /** Advances time, running due timers in order and settling promises between them. */
  advance(ms: number): Promise<void>;
}

export function createFakeClock(start = 1_800_000_000_000): FakeClock {
  let time = start;
  let nextId = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    monotonic: () => time,
    // pause: a timer of the test clock
    setTimeout(callback, ms) {
      nextId += 1;
      timers.set(nextId, { at: time + Math.max(0, ms), callback });
      return nextId;
    },
    clearTimeout: (id) => void timers.delete(Number(id)),
    async advance(ms) {
      const until = time + ms;
      for (;;) {
        await settle();
        const [due] = [...timers].toSorted((a, b) => a[1].at - b[1].at);
        if (!due || due[1].at > until) break;
        timers.delete(due[0]);
        time = Math.max(time, due[1].at);
        due[1].callback();
      }
      time = until;
      await settle();
    },
  };
}
