/**
 * When a process that watches the active one may take over from it. A pure rule over answers of the database. No wall
 * clock counts, and no time in which the database was away.
 */

/** The active node's row in one answer of the database. */
export interface Sighting {
  /** Time of the answer, in milliseconds of the observer's monotonic clock. */
  at: number;
  node: string;
  incarnation: number;
  renewal: number;
  /** Whether its session-level advisory lock is held. */
  locked: boolean;
  /** Start of the database in which it took the lock. */
  lockedSince: string;
  /** Start of the database that answered. */
  databaseStarted: string;
}

/** What the observer knows. */
export interface Watch {
  last: Sighting;
  /** Time without a change of the counter while the database answered. */
  stillMs: number;
  /** Time in which the lock was free while the database answered. */
  freeMs: number;
}

/** Time without a renewal, while the database answers. */
export const DEAD_AFTER_MS = 4_000;
/**
 * Within this time a healthy process takes its lock again after its connection broke: at the latest with its next
 * renewal.
 */
const FREE_FOR_MS = 1_250;
/** Between answers further apart, the database or the observer may have been away. */
const LONGEST_GAP_MS = 1_000;

/** A restart of the database frees all locks; their owners may live. */
const isFree = ({ locked, lockedSince, databaseStarted }: Sighting) => !locked && lockedSince === databaseStarted;

/** @param previous null at the first sighting, and after a statement without an answer */
export function observe(previous: Watch | null, sighting: Sighting): Watch {
  const fresh = { last: sighting, stillMs: 0, freeMs: 0 };
  if (previous === null) return fresh;
  const { last, stillMs, freeMs } = previous;
  const gap = sighting.at - last.at;
  if (gap > LONGEST_GAP_MS || last.node !== sighting.node || last.incarnation !== sighting.incarnation) return fresh;
  return {
    last: sighting,
    stillMs: last.renewal === sighting.renewal ? stillMs + gap : 0,
    freeMs: isFree(last) && isFree(sighting) ? freeMs + gap : 0,
  };
}

/** Dead: its lock is free in the database in which it was taken, or its counter stood still for 4 s. */
export function isDead({ stillMs, freeMs }: Watch): boolean {
  return stillMs >= DEAD_AFTER_MS || freeMs >= FREE_FOR_MS;
}
