/**
 * What a browser app knows of players' limits before it asks the server: which change takes effect at once, minutes as they are
 * typed, and a change as the log has it. Pure; the server decides.
 */
import { asciiDigits } from "@reelcast/contract/fold";
import { LIMIT_KINDS, LIMIT_PERIODS } from "@reelcast/contract";
import type { LimitKind, LimitPeriod } from "@reelcast/contract";

/** Largest limit of time: the minutes of a month of 31 days. */
export const MOST_MINUTES = 44_640;

export type LimitEffect = "same" | "tighter" | "looser";
/** How `next` compares with the limit in force; null: no limit. */
export function effectOf(present: number | null, next: number | null): LimitEffect {
  if (present === next) return "same";
  if (next === null) return "looser";
  return present === null || next < present ? "tighter" : "looser";
}

/** Whole minutes as they are typed, also in Arabic digits; null if the text is no number or too large. */
export function parseMinutes(text: string): number | null {
  const digits = asciiDigits(text).replace(/[\s\u200e\u200f]/g, "");
  if (!/^\d{1,5}$/.test(digits)) return null;
  const minutes = Number(digits);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null;
}

/** Values in minor units, minutes of a limit of time; null: none. */
export interface LoggedLimitChange {
  kind: LimitKind;
  period: LimitPeriod;
  before: number | null;
  after: number | null;
  /** Of a looser limit. confirm: when it could be confirmed; from: of a version without confirmation, when it took effect. */
  later: { way: "confirm" | "from"; at: string } | null;
}

const isKind = (kind: string | undefined): kind is LimitKind => (LIMIT_KINDS as readonly unknown[]).includes(kind);
const isPeriod = (period: string | undefined): period is LimitPeriod =>
  (LIMIT_PERIODS as readonly unknown[]).includes(period);

/** Reads "loss/day 50000 → 20000 confirm 2026-…", the detail of the log's LIMIT_CHANGED; null for anything else. */
export function readLimitChange(detail: string): LoggedLimitChange | null {
  const [, kind, period, before, after, way, at] =
    /^(\w+)\/(\w+) (none|\d+) → (none|\d+)(?: (from|confirm) (\S+))?$/.exec(detail) ?? [];
  if (!isKind(kind) || !isPeriod(period)) return null;
  const value = (text: string | undefined) => (text === undefined || text === "none" ? null : Number(text));
  const later = at === undefined ? null : { way: way === "confirm" ? ("confirm" as const) : ("from" as const), at };
  return { kind, period, before: value(before), after: value(after), later };
}
