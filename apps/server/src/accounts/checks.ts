/**
 * A queue for checks of passwords, each of which takes about 50 ms of a core and 19 MiB: so many at once in the whole
 * process. Checks for players who log in from where they have before come first, so that a flood of others delays none.
 */
import { createQueue } from "../queue.ts";
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
  const lanes = {
    known: createQueue({ atOnce, waiting }),
    stranger: createQueue({ atOnce: Math.max(1, atOnce - 1), waiting }),
  };
  // Of both lanes together: no more enter than may be under way in each.
  const places = createQueue({ atOnce, waiting: 2 * atOnce });
  return {
    async run(lane, work) {
      const leaveLane = await lanes[lane].enter("");
      try {
        const leave = await places.enter("", lane === "known");
        try {
          return await work();
        } finally {
          leave();
        }
      } finally {
        leaveLane();
      }
    },
  };
}
