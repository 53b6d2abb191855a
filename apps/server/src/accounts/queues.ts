/** The queues that limit the work which anybody can cause: lookups in the database and hashing of passwords. */
import { createQueue } from "../queue.ts";
import type { Queue } from "../queue.ts";
import { createPasswordQueue } from "./passwordQueue.ts";
import type { PasswordQueue } from "./passwordQueue.ts";

/** Logins at once from one network by players who are not known there. */
const LOGINS_AT_ONCE = 2;
/** Enough for a hall full of players behind one address. */
const WAITING_LOGINS = 64;
const WAITING_ATTEMPTS = 32;
/** Few at once, so that a flood of logins leaves the database to others. */
const LOOKUPS_AT_ONCE = 2;
const WAITING_LOOKUPS = 600;

export interface AccountQueues {
  /** By network: logins and registrations of strangers, few at once. */
  networks: Queue;
  /** By account and place: attempts sent at the same time are checked one after another. */
  attempts: Queue;
  /** By network: reads of the player and the known places of a login, which are quick. */
  lookups: Queue;
  passwords: PasswordQueue;
}

export const createQueues = (): AccountQueues => ({
  networks: createQueue({ atOnce: LOGINS_AT_ONCE, waiting: WAITING_LOGINS }),
  attempts: createQueue({ atOnce: 1, waiting: WAITING_ATTEMPTS }),
  lookups: createQueue({ atOnce: LOOKUPS_AT_ONCE, waiting: WAITING_LOOKUPS }),
  passwords: createPasswordQueue(),
});
