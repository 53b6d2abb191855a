/**
 * How many wrong logins are allowed, as pure functions on the record of failures. A place is a network, or a browser in
 * which the player has logged in before (knownPlaces.ts).
 *
 * This is not the rate limit of rateLimiter.ts: the records are in the database, so that a restart clears none of them, a
 * login that succeeds removes them, and each further block may last longer.
 *
 * - An account from one place: 5 times, then 15 minutes of block. Only that place is blocked, so that a stranger who
 *   knows a name can't keep its owner out, not even from the same network: the owner's browser is a place of its own.
 * - A network for all accounts: 30 times, then blocks that double up to an hour, so that one network can't try many
 *   accounts. The block does not hold for players in a place from where they have logged in before.
 * - An account from everywhere: 50 times in 15 minutes, then 15 minutes for places from which it has never been logged
 *   in. That bounds guessing from many networks; the owner can still log in from a usual place.
 */

export interface Failures {
  failures: number;
  firstAt: number;
  blockedUntil: number | null;
}
export interface ThrottleRule {
  attempts: number;
  /** Failures older than this are forgotten. */
  windowMs: number;
  /** The block after the n-th run of failures: doubles up to `maxBlockMs`. */
  blockMs: number;
  maxBlockMs: number;
}

const MINUTE = 60_000;
export const ACCOUNT_RULE: ThrottleRule = {
  attempts: 5,
  windowMs: 15 * MINUTE,
  blockMs: 15 * MINUTE,
  maxBlockMs: 15 * MINUTE,
};
export const EVERYWHERE_RULE: ThrottleRule = { ...ACCOUNT_RULE, attempts: 50 };
export const ADDRESS_RULE: ThrottleRule = {
  attempts: 30,
  windowMs: 15 * MINUTE,
  blockMs: 15 * MINUTE,
  maxBlockMs: 60 * MINUTE,
};

export type Verdict = { allowed: true } | { allowed: false; minutes: number };

export function mayTry(record: Failures | null, now: number): Verdict {
  if (!record?.blockedUntil || record.blockedUntil <= now) return { allowed: true };
  return { allowed: false, minutes: Math.ceil((record.blockedUntil - now) / MINUTE) };
}

/** After a wrong attempt. `remaining` 0: blocked from now on. */
export function afterFailure(
  record: Failures | null,
  rule: ThrottleRule,
  now: number,
): { record: Failures; remaining: number; minutes: number } {
  const over = (until: number | null) => until !== null && until <= now && rule.blockMs === rule.maxBlockMs;
  const stale =
    record === null || (record.blockedUntil ?? record.firstAt) + rule.windowMs <= now || over(record.blockedUntil);
  const failures = (stale ? 0 : record.failures) + 1;
  const firstAt = stale ? now : record.firstAt;
  const beyond = failures - rule.attempts;
  // If the block can grow, each further wrong attempt blocks again at once, for twice as long.
  const blockMs = Math.min(rule.maxBlockMs, rule.blockMs * 2 ** Math.max(0, beyond));
  const blocked = beyond >= 0;
  return {
    record: { failures, firstAt, blockedUntil: blocked ? now + blockMs : null },
    remaining: Math.max(0, -beyond),
    minutes: Math.ceil(blockMs / MINUTE),
  };
}
