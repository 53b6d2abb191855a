/**
 * What the screen of responsible play needs to know by itself: whether a wish is tighter, how much of a limit is used,
 * and how lengths are put. The server decides; this only says beforehand what it will do.
 */
import type { Translate } from "../../i18n/index.ts";

/** Minutes of a month of 31 days: no limit of time needs more. */
export const MOST_MINUTES = 44_640;
const DAY_MS = 86_400_000;

export type Effect = "same" | "tighter" | "looser";
/** What asking for `next` would be, against the limit in force. null: no limit. */
export function effectOf(present: number | null, next: number | null): Effect {
  if (present === next) return "same";
  if (next === null) return "looser";
  return present === null || next < present ? "tighter" : "looser";
}

/** How full the bar stands, 0 to 100. */
export function percentUsed(used: number, value: number): number {
  return Math.min(100, Math.max(0, Math.round((used / value) * 100)));
}

/** Whole minutes as they are typed, Arabic digits too; null for what is none or too many. */
export function parseMinutes(text: string): number | null {
  const digits = text
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\s\u200e\u200f]/g, "");
  if (!/^\d{1,5}$/.test(digits)) return null;
  const minutes = Number(digits);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null;
}

/** 90 → "1 h 30 min". */
export function wordMinutes(minutes: number, t: Translate): string {
  if (minutes <= 0) return t("protection.noMinutes");
  return t("protection.hoursMinutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }).trim();
}
/** Whole weeks are said as weeks. */
export function wordDays(days: number, t: Translate): string {
  return days % 7 === 0 ? t("protection.weeks", { count: days / 7 }) : t("protection.days", { count: days });
}
export function wordMonths(months: number, t: Translate): string {
  return months % 12 === 0 ? t("protection.years", { count: months / 12 }) : t("protection.months", { count: months });
}

/** About when a break that begins now ends, ms; the server's own answer says it to the second. */
export const afterDays = (now: number, days: number): number => now + days * DAY_MS;
export function afterMonths(now: number, months: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.getTime();
}
