/** Durations in words, and when a break or an exclusion ends. Pure. */
import type { Translate } from "../../i18n/index.ts";

const DAY_MS = 86_400_000;

/** 90 → "1 h 30 min". */
export function wordMinutes(minutes: number, t: Translate): string {
  if (minutes <= 0) return t("protection.noMinutes");
  return t("protection.hoursMinutes", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }).trim();
}
/** 14 → "2 weeks", 10 → "10 days". */
export function wordDays(days: number, t: Translate): string {
  return days % 7 === 0 ? t("protection.weeks", { count: days / 7 }) : t("protection.days", { count: days });
}
/** 24 → "2 years", 6 → "6 months". */
export function wordMonths(months: number, t: Translate): string {
  return months % 12 === 0 ? t("protection.years", { count: months / 12 }) : t("protection.months", { count: months });
}

/** About when a break that begins now ends, ms. The server's answer has the exact time. */
export const afterDays = (now: number, days: number): number => now + days * DAY_MS;
export function afterMonths(now: number, months: number): number {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.getTime();
}
