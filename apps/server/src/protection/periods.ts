/** Days, weeks and months in the house's time zone, including days of 23 and 25 hours. Pure. */
import type { LimitPeriod } from "@reelcast/contract";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Upper bound of UTC offsets. */
const FARTHEST_MS = 16 * 60 * MINUTE_MS;

export interface Period {
  /** ms since the epoch; the first moment of the period. */
  from: number;
  /** The first moment of the next one. */
  to: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  formats.set(timeZone, format);
  return format;
}

/** The local date, as the UTC midnight of the same date, where all days have 24 hours. */
export function dateAt(moment: number, timeZone: string): number {
  const parts = { year: 0, month: 0, day: 0 };
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) {
    if (type === "year" || type === "month" || type === "day") parts[type] = Number(value);
  }
  return Date.UTC(parts.year, parts.month - 1, parts.day);
}

const midnights = new Map<string, number>();
/** Maximum size of the cache of midnights; a full cache is cleared. */
const MIDNIGHTS_KEPT = 400;

/** The first minute of this local date: midnight, or the first minute after a skipped midnight. */
function startOf(date: number, timeZone: string): number {
  const key = `${timeZone} ${date}`;
  const known = midnights.get(key);
  if (known !== undefined) return known;
  let before = date - FARTHEST_MS;
  let within = date + FARTHEST_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (dateAt(middle, timeZone) < date) before = middle;
    else within = middle;
  }
  if (midnights.size >= MIDNIGHTS_KEPT) midnights.clear();
  midnights.set(key, within);
  return within;
}

/** Monday 0 … Sunday 6. */
const weekday = (date: number) => (new Date(date).getUTCDay() + 6) % 7;

/** The day, week (Monday to Sunday) or month of a moment. */
export function periodAt(period: LimitPeriod, moment: number, timeZone: string): Period {
  const today = dateAt(moment, timeZone);
  const day = new Date(today);
  const dates = {
    day: [today, today + DAY_MS],
    week: [today - weekday(today) * DAY_MS, today + (7 - weekday(today)) * DAY_MS],
    month: [
      Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1),
      Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1),
    ],
  } as const;
  const [first, next] = dates[period];
  return { from: startOf(first, timeZone), to: startOf(next, timeZone) };
}
