/** Days of play for the chart: every day of the range once, in order, and their sums. */
import type { DayOfPlay } from "@reelcast/contract";
import { dayOf, startOfDay } from "./filter.ts";

export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

/** The days of a range that ends with `today`, oldest first. */
export function daysUntil(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(startOfDay(today, index + 1 - count)));
}
/** The server sends only the days with sessions. Adds the others with zeros. */
export function withQuietDays(days: readonly DayOfPlay[], all: readonly string[]): DayOfPlay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return all.map((day) => known.get(day) ?? { day, net: 0, played: 0, spins: 0 });
}
export function isQuiet({ net, played, spins }: DayOfPlay): boolean {
  return net === 0 && played === 0 && spins === 0;
}
/** Minor units, seconds and games of all the days together. */
export function sumOf(days: readonly DayOfPlay[]): { net: number; played: number; spins: number } {
  return days.reduce(
    (sum, { net, played, spins }) => ({ net: sum.net + net, played: sum.played + played, spins: sum.spins + spins }),
    { net: 0, played: 0, spins: 0 },
  );
}

/** Where a key leads from the day `current` in a chart of `count` days, as indices; null: nowhere. */
export function dayAfterKey(
  key: string,
  { current, count, rtl }: { current: number; count: number; rtl: boolean },
): number | null {
  const forward = rtl ? "ArrowLeft" : "ArrowRight";
  const back = rtl ? "ArrowRight" : "ArrowLeft";
  const targets: Record<string, number> = {
    [forward]: current + 1,
    [back]: current - 1,
    ArrowUp: current + 1,
    ArrowDown: current - 1,
    PageUp: current + 7,
    PageDown: current - 7,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}

/** The part of a format of moments that words the day: "DD.MM.YYYY HH:mm:ss" → "DD.MM.YYYY". */
export function dayFormat(format: string): string {
  return trimMarks(format.replace(/(HH|mm|ss)[^A-Za-z]*/g, ""));
}
/** The same without the year, for places with little room: → "DD.MM". */
export function shortDayFormat(format: string): string {
  return trimMarks(dayFormat(format).replace(/YYYY[^A-Za-z]?/, ""));
}
const trimMarks = (format: string) => format.replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, "");
