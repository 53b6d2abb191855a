/**
 * A queue for checks of passwords, each of which takes about 50 ms of a core and 19 MiB: so many at once in the whole
 * process. Checks for players who log in from where they have before come first, so that a flood of others delays none.
 */
import { queueFull } from "../queue.ts";
import { HASHED_AT_ONCE } from "./passwordThreads.ts";

/** "known": the player is logged in, or has logged in from this network or browser before. */
export type Lane = "known" | "stranger";
export interface Checks {
  /** Resolves or rejects as `work` does. @throws AppError TooManyRequests when too many wait in this lane */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** The last of them waits for some seconds. */
const WAITING = 256;

/** @param atOnce of both lanes together; of strangers one fewer where it can be, so that known players find a place free */
export function createChecks({ atOnce = HASHED_AT_ONCE, waiting = WAITING } = {}): Checks {
  const lanes: Record<Lane, (() => void)[]> = { known: [], stranger: [] };
  const running: Record<Lane, number> = { known: 0, stranger: 0 };
  const strangersAtOnce = Math.max(1, atOnce - 1);
  const hasPlace = (lane: Lane) =>
    running.known + running.stranger < atOnce && (lane === "known" || running.stranger < strangersAtOnce);

  /** Starts what waits, known players first. A place is taken here, so that nothing can come in between. */
  function startNext(): void {
    for (const lane of ["known", "stranger"] as const) {
      while (lanes[lane].length > 0 && hasPlace(lane)) {
        running[lane] += 1;
        lanes[lane].shift()?.();
      }
    }
  }
  return {
    async run(lane, work) {
      if (hasPlace(lane)) running[lane] += 1;
      else if (lanes[lane].length >= waiting) throw queueFull();
      else await new Promise<void>((resolve) => lanes[lane].push(resolve));
      try {
        return await work();
      } finally {
        running[lane] -= 1;
        startNext();
      }
    },
  };
}
