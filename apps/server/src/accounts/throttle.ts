/**
 * How often a login may be wrong: 5 times for an account, then it is blocked for 15 minutes; more, and growing, for an
 * address, so that one address can't try many accounts. Pure: the record comes in, the next record goes out.
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
export const ADDRESS_RULE: ThrottleRule = {
  attempts: 30,
  windowMs: 15 * MINUTE,
  blockMs: 15 * MINUTE,
  maxBlockMs: 24 * 60 * MINUTE,
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
  // Where the rule grows, each further wrong attempt after a block blocks again at once, for twice as long.
  const blockMs = Math.min(rule.maxBlockMs, rule.blockMs * 2 ** Math.max(0, beyond));
  const blocked = beyond >= 0;
  return {
    record: { failures, firstAt, blockedUntil: blocked ? now + blockMs : null },
    remaining: Math.max(0, -beyond),
    minutes: Math.ceil(blockMs / MINUTE),
  };
}
