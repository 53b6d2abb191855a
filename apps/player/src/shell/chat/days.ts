/** Messages day by day, and times in the configured format. Pure. */
import { formatDate } from "../../i18n/index.ts";

/** The parts of a format of dates ("DD.MM.YYYY HH:mm:ss") that say the day, and the time without its seconds. */
export function partsOf(format: string): { day: string; time: string } {
  const day = /(?:DD|MM|YYYY)(?:.*(?:DD|MM|YYYY))?/.exec(format)?.[0] ?? "DD.MM.YYYY";
  const time = /(?:HH|mm)(?:.*mm)?/.exec(format)?.[0] ?? "HH:mm";
  return { day, time };
}

export interface Day<T> {
  /** The local day as YYYY-MM-DD. */
  day: string;
  items: T[];
}
const dayOf = (at: string | Date) => formatDate(at, "YYYY-MM-DD");

/** Groups by days in the player's time zone, in the order of the items. */
export function byDay<T extends { time: string }>(items: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const day = dayOf(item.time);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** The name of a day relative to `now`. */
export function nameOfDay(day: string, now: Date): "today" | "yesterday" | "other" {
  if (day === dayOf(now)) return "today";
  return day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)) ? "yesterday" : "other";
}
