/**
 * The rules of player protection. Pure: limits, breaks and exclusions, and how they change. A tighter limit takes
 * effect at once, a looser one a day after the request, so that no limit is loosened impulsively.
 *
 * Amounts are minor units, times milliseconds since the epoch.
 */
import { ErrorCode, LIMIT_KINDS, LIMIT_PERIODS } from "@reelcast/contract";
import type { LimitKind, LimitPeriod } from "@reelcast/contract";

export const LOOSER_AFTER_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** One limit as it is stored. `value` null: none. Minor units, or minutes of a time limit. */
export interface Limit {
  value: number | null;
  pending: { value: number | null; from: number } | null;
}
export const NO_LIMIT: Limit = { value: null, pending: null };

/** The limit in force now: a due pending value counts, although it is not stored as `value` yet. */
export function inForce(limit: Limit, now: number): Limit {
  const { pending } = limit;
  return pending !== null && now >= pending.from ? { value: pending.value, pending: null } : limit;
}

const isLooser = (value: number | null, than: number | null) => than !== null && (value === null || value > than);

/**
 * The limit after a request for `value`. A looser value is pending for a day; requesting the same pending value
 * again does not restart the day; any other request replaces the pending value.
 */
export function requestLimit(stored: Limit, value: number | null, now: number): Limit {
  const limit = inForce(stored, now);
  if (!isLooser(value, limit.value)) return { value, pending: null };
  if (limit.pending !== null && limit.pending.value === value) return limit;
  return { value: limit.value, pending: { value, from: now + LOOSER_AFTER_MS } };
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
  /** deposit: moved to machines. loss: bets less wins, below 0 when the player is winning. time: milliseconds in session. */
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

/** The amount that may still be moved to machines; null: unlimited. */
export function depositLeft(statuses: readonly LimitStatus[]): number | null {
  const left = limitsInForce(statuses, "deposit").map(({ value, used }) => Math.max(0, value - used));
  return left.length === 0 ? null : Math.min(...left);
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
  realityCheckMinutes: number | null;
  /** A break or an exclusion has begun. */
  barred: "break" | "excluded" | null;
  /** End of validity: a period ends, or a looser limit takes effect. */
  validUntil: number;
}

/** For a player who is in session. */
export function allowanceOf(
  statuses: readonly LimitStatus[],
  absence: Absence,
  realityCheckMinutes: number | null,
  now: number,
): Allowance {
  const changes = statuses.flatMap(({ value, pending, resetsAt }) => [
    ...(value === null ? [] : [resetsAt]),
    ...(pending === null ? [] : [pending.from]),
  ]);
  const barred = absenceInForce(absence, now);
  return {
    loss: limitsInForce(statuses, "loss").map(({ value, used, resetsAt }) => ({ limit: value, net: used, resetsAt })),
    time: limitsInForce(statuses, "time")
      .map(({ value, used, resetsAt }) => ({ endsAt: now + value * MINUTE_MS - used, until: resetsAt }))
      .filter(({ endsAt, until }) => endsAt < until),
    realityCheckMinutes,
    barred: barred === null ? null : barred.code === ErrorCode.SelfExcluded ? "excluded" : "break",
    validUntil: Math.min(...changes, Number.MAX_SAFE_INTEGER),
  };
}

/** A change of a limit for the log: "loss/day 50000 → 20000", with "from …" if it is pending. */
export function limitChange(which: { kind: LimitKind; period: LimitPeriod }, before: Limit, after: Limit): string {
  const shown = (value: number | null) => (value === null ? "none" : String(value));
  const { pending } = after;
  const to = pending === null ? shown(after.value) : shown(pending.value);
  const from = pending === null ? "" : ` from ${new Date(pending.from).toISOString()}`;
  return `${which.kind}/${which.period} ${shown(before.value)} → ${to}${from}`;
}
