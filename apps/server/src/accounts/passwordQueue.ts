/**
 * Limits the hashing of passwords, which takes about 50 ms of a core and 19 MiB each, in the whole process. Those
 * of players who log in from a known place have priority, so that a flood of others does not delay them.
 */
import { createQueue } from "../queue.ts";
import { HASHED_AT_ONCE } from "./passwordThreads.ts";

/** "known": the player is logged in, or has logged in from this network or browser before. */
export type Requester = "known" | "stranger";
export interface PasswordQueue {
  /** Resolves or rejects as `work` does. @throws AppError TooManyRequests when too many of these requesters wait */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>;
}

/** The last of them waits for some seconds. */
const WAITING = 256;

/** @param atOnce for both together; strangers get one place fewer if there are two, so that a known player finds one */
export function createPasswordQueue({ atOnce = HASHED_AT_ONCE, waiting = WAITING } = {}): PasswordQueue {
  const queues = {
    known: createQueue({ atOnce, waiting }),
    stranger: createQueue({ atOnce: Math.max(1, atOnce - 1), waiting }),
  };
  const both = createQueue({ atOnce, waiting: 2 * atOnce });
  return {
    async run(requester, work) {
      const leaveQueue = await queues[requester].enter("");
      try {
        const leave = await both.enter("", requester === "known");
        try {
          return await work();
        } finally {
          leave();
        }
      } finally {
        leaveQueue();
      }
    },
  };
}
