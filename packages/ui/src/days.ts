/** Days as a player types and reads them: in the order and with the signs of their language. Days are YYYY-MM-DD. Pure. */
import { asciiDigits } from "@reelcast/contract/fold";

/** 22.11.2026 in Turkish, 22/11/2026 in English and Arabic. */
const SEPARATOR: Readonly<Record<string, string>> = { tr: "." };
const separatorOf = (language: string) => SEPARATOR[language] ?? "/";
const DAY_MS = 86_400_000;

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** "" for what is no day. */
export function formatDay(day: string, language: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year === undefined ? "" : [date, month, year].join(separatorOf(language));
}

/** Reads day, month and year, or YYYY-MM-DD, with any sign between them. Null for what is no day of a calendar. */
export function parseDay(typed: string): string | null {
  const text = asciiDigits(typed.trim());
  const [, date, month, year] = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4})$/.exec(text) ?? [];
  const day =
    year === undefined || month === undefined || date === undefined
      ? text
      : `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const time = utc(day);
  // The 31st of February would be a day of March.
  return Number.isNaN(time) || dayAt(time) !== day ? null : day;
}

export const moveDay = (day: string, by: number): string => dayAt(utc(day) + by * DAY_MS);
/** The same date in another month, or that month's last day. */
export function moveMonth(day: string, by: number): string {
  const at = new Date(utc(day));
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by + 1, 0));
  return dayAt(last.setUTCDate(Math.min(at.getUTCDate(), last.getUTCDate())));
}

/** Weeks begin on Saturday in Arabic, on Monday otherwise. 0: Sunday. */
const firstWeekday = (language: string) => (language === "ar" ? 6 : 1);

/** The weeks of a month, with the days of its neighbours that fill the first and the last. */
export function weeksOf(day: string, language: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const before = (new Date(utc(first)).getUTCDay() - firstWeekday(language) + 7) % 7;
  const weeks: string[][] = [];
  for (let at = moveDay(first, -before); at.slice(0, 7) <= day.slice(0, 7); at = moveDay(at, 7)) {
    const monday = at;
    weeks.push(Array.from({ length: 7 }, (_, n) => moveDay(monday, n)));
  }
  return weeks;
}

/** A part of a day in the words of a language: "Kasım 2026", "Pzt". */
export function wordDay(day: string, language: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(utc(day)).toLocaleDateString(`${language}-u-nu-latn-ca-gregory`, { timeZone: "UTC", ...format });
}
