/**
 * When a process that watches the active one may take over from it. A pure rule over what the database answered: no
 * clock of a wall, and no time in which the database was away, counts.
 */

/** The active node's row as one answer of the database showed it. */
export interface Sighting {
  /** When the answer came, in milliseconds of the observer's monotonic clock. */
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

/** What the observer knows so far. */
export interface Watch {
  last: Sighting;
  /** How long the counter has stood still while the database answered. */
  stillMs: number;
  /** How long the lock has been free while the database answered. */
  freeMs: number;
}

/** Of an answering database. */
export const DEAD_AFTER_MS = 4_000;
/** In this time a healthy process whose connection broke takes its lock again: it notices at once, and within a renewal at the latest. */
const FREE_FOR_MS = 1_250;
/** Answers further apart do not show that the database, and the observer, were there in between. */
const LONGEST_GAP_MS = 1_000;

/** A restart of the database frees all locks: that says nothing about who held them. */
const isFree = ({ locked, lockedSince, databaseStarted }: Sighting) => !locked && lockedSince === databaseStarted;

/** @param previous null at the first sighting, and after any question that was not answered */
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
