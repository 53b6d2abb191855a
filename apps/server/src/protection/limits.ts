/**
 * The rules of player protection. Pure: limits, breaks and exclusions, and how they change. A tighter limit takes effect at
 * once. A looser one takes effect when the player confirms it, a day after the request at the earliest and within a week from
 * then: no limit is loosened impulsively, or by a request that was forgotten. RTS 12B of the UK Gambling Commission asks for the
 * 24 hours and for the confirmation (the hours read in its guide of the changes of 2026, the confirmation not read).
 *
 * Amounts are minor units, times milliseconds since the epoch.
 */
import { AppError, ErrorCode, LIMIT_KINDS, LIMIT_PERIODS } from "@reelcast/contract";
import type { LimitKind, LimitPeriod } from "@reelcast/contract";

export const LOOSER_AFTER_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** From then on, how long a looser limit can be confirmed. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

/** One limit as it is stored. `value` null: none. Minor units, or minutes of a time limit. */
export interface Limit {
  value: number | null;
  /** A looser value that the player has asked for, and from when it can be confirmed. */
  pending: { value: number | null; from: number } | null;
}
export const NO_LIMIT: Limit = { value: null, pending: null };

/** When a request that was not confirmed lapses. */
export const lapsesAt = ({ from }: { from: number }): number => from + CONFIRM_WITHIN_MS;

/** The limit in force now: a request that was not confirmed in time has lapsed, although it is still stored. */
export function inForce(limit: Limit, now: number): Limit {
  const { pending } = limit;
  return pending !== null && now >= lapsesAt(pending) ? { value: limit.value, pending: null } : limit;
}

const isLooser = (value: number | null, than: number | null) => than !== null && (value === null || value > than);

/**
 * The limit after a request for `value`. A looser value waits for its confirmation; requesting the same waiting value
 * again does not restart the day; any other request replaces it.
 */
export function requestLimit(stored: Limit, value: number | null, now: number): Limit {
  const limit = inForce(stored, now);
  if (!isLooser(value, limit.value)) return { value, pending: null };
  if (limit.pending !== null && limit.pending.value === value) return limit;
  return { value: limit.value, pending: { value, from: now + LOOSER_AFTER_MS } };
}

/**
 * The limit after the player has confirmed the looser `value`.
 * @throws AppError Conflict where another value waits or none, or its day is not over
 */
export function confirmLimit(stored: Limit, value: number | null, now: number): Limit {
  const { pending } = inForce(stored, now);
  if (pending === null || pending.value !== value || now < pending.from) throw new AppError(ErrorCode.Conflict);
  return { value, pending: null };
}

/** The end of a break: whole days of 24 hours, and never before one that was taken earlier. */
export function breakUntil(earlier: number | null, days: number, now: number): number {
  return Math.max(earlier ?? 0, now + days * DAY_MS);
}

/** The end of an exclusion. Months without the day run into the next month: never shorter than requested. */
export function exclusionUntil(earlier: number | null, months: number, now: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  return Math.max(earlier ?? 0, end.getTime());
}

export interface Absence {
  breakUntil: number | null;
  exclusionUntil: number | null;
}
/** The break or exclusion that is in force, and its end. */
export function absenceInForce(
  absence: Absence,
  now: number,
): { code: typeof ErrorCode.OnBreak | typeof ErrorCode.SelfExcluded; until: number } | null {
  const { exclusionUntil: excluded, breakUntil: resting } = absence;
  if (excluded !== null && now < excluded) return { code: ErrorCode.SelfExcluded, until: excluded };
  return resting !== null && now < resting ? { code: ErrorCode.OnBreak, until: resting } : null;
}

/** A limit with its usage. */
export interface LimitStatus {
  kind: LimitKind;
  period: LimitPeriod;
  value: number | null;
  pending: Limit["pending"];
  /**
   * deposit: paid into the account. cashIn: moved to machines. loss: bets less wins, below 0 when the player is winning. time:
   * milliseconds in session.
   */
  used: number;
  resetsAt: number;
}

/** All combinations, in the order in which they are listed. */
export const ALL_LIMITS: readonly { kind: LimitKind; period: LimitPeriod }[] = LIMIT_KINDS.flatMap((kind) =>
  LIMIT_PERIODS.map((period) => ({ kind, period })),
);

/** `used` for display: whole minutes, and no loss below 0. */
export function displayedUsage({ kind, used }: Pick<LimitStatus, "kind" | "used">): number {
  return Math.max(0, kind === "time" ? Math.floor(used / MINUTE_MS) : used);
}

const limitsInForce = (statuses: readonly LimitStatus[], kind: LimitKind) =>
  statuses.flatMap(({ kind: of, value, used, resetsAt }) =>
    of === kind && value !== null ? [{ value, used, resetsAt }] : [],
  );
const latest = (reached: readonly { resetsAt: number }[]) =>
  reached.length === 0 ? null : Math.max(...reached.map(({ resetsAt }) => resetsAt));

/** The amount that may still be paid in, or moved to machines; null: unlimited. */
export function amountLeft(statuses: readonly LimitStatus[], kind: "deposit" | "cashIn"): number | null {
  const left = limitsInForce(statuses, kind).map(({ value, used }) => Math.max(0, value - used));
  return left.length === 0 ? null : Math.min(...left);
}

/** What may still be moved to machines, and until when: the end of the last one of the tightest. Null: no limit. */
function cashInLeft(statuses: readonly LimitStatus[]): Allowance["cashIn"] {
  const left = amountLeft(statuses, "cashIn");
  if (left === null) return null;
  const tightest = limitsInForce(statuses, "cashIn").filter(({ value, used }) => Math.max(0, value - used) === left);
  return { left, until: Math.max(...tightest.map(({ resetsAt }) => resetsAt)) };
}

/** When play is possible again after a reached loss limit; null: none is reached. */
export function lossReached(statuses: readonly LimitStatus[]): number | null {
  return latest(limitsInForce(statuses, "loss").filter(({ value, used }) => used >= value));
}
/** The same for time. */
export function timeReached(statuses: readonly LimitStatus[]): number | null {
  return latest(limitsInForce(statuses, "time").filter(({ value, used }) => used >= value * MINUTE_MS));
}

/** What a seated player may still do, as figures that stay valid between two database reads. */
export interface Allowance {
  /** Loss limits in force, each with bets less wins of the games that are recorded. */
  loss: { limit: number; net: number; resetsAt: number }[];
  /** When a time limit is reached if the session goes on, and until when play is then over. */
  time: { endsAt: number; until: number }[];
  /** What may still be moved to machines, and until when; null: no limit. */
  cashIn: { left: number; until: number } | null;
  realityCheckMinutes: number | null;
  /** A break or an exclusion has begun. */
  barred: "break" | "excluded" | null;
  /** The player is under 25, or of unknown age. */
  isUnder25: boolean;
  /** End of validity: a period ends. */
  validUntil: number;
}
/** What the allowance of a player takes from other places than their limits. */
export interface AllowanceFacts {
  absence: Absence;
  /** The interval that applies, minutes; null: none. */
  realityCheckMinutes: number | null;
  isUnder25: boolean;
}

/** For a player who is in session. */
export function allowanceOf(
  statuses: readonly LimitStatus[],
  { absence, realityCheckMinutes, isUnder25 }: AllowanceFacts,
  now: number,
): Allowance {
  const changes = statuses.flatMap(({ value, resetsAt }) => (value === null ? [] : [resetsAt]));
  const barred = absenceInForce(absence, now);
  return {
    loss: limitsInForce(statuses, "loss").map(({ value, used, resetsAt }) => ({ limit: value, net: used, resetsAt })),
    time: limitsInForce(statuses, "time")
      .map(({ value, used, resetsAt }) => ({ endsAt: now + value * MINUTE_MS - used, until: resetsAt }))
      .filter(({ endsAt, until }) => endsAt < until),
    cashIn: cashInLeft(statuses),
    realityCheckMinutes,
    isUnder25,
    barred: barred === null ? null : barred.code === ErrorCode.SelfExcluded ? "excluded" : "break",
    validUntil: Math.min(...changes, Number.MAX_SAFE_INTEGER),
  };
}

/** The shorter of the player's choice and of the house's rule; 0 is no rule, null no choice. Minutes; null: no reality check. */
export function realityCheckInForce(chosen: number | null, atMost: number): number | null {
  if (atMost === 0) return chosen;
  return Math.min(chosen ?? atMost, atMost);
}

/** A change of a limit for the log: "loss/day 50000 → 20000", with "confirm …" if it can be confirmed from then on. */
export function limitChange(which: { kind: LimitKind; period: LimitPeriod }, before: Limit, after: Limit): string {
  const shown = (value: number | null) => (value === null ? "none" : String(value));
  const { pending } = after;
  const to = pending === null ? shown(after.value) : shown(pending.value);
  const from = pending === null ? "" : ` confirm ${new Date(pending.from).toISOString()}`;
  return `${which.kind}/${which.period} ${shown(before.value)} → ${to}${from}`;
}
