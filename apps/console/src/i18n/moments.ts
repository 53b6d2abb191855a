/** Moments in words, in the member's language and time zone. Times come as ISO 8601 UTC. */

/** "23 Nov 2026, 14:05"; with seconds where records are compared. */
export function formatMoment(at: string, language: string, seconds = false): string {
  const style = { dateStyle: "medium", timeStyle: seconds ? "medium" : "short" } as const;
  return new Intl.DateTimeFormat(`${language}-u-nu-latn`, style).format(new Date(at));
}

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** "5 minutes ago", "in 2 hours"; less than a minute is "now". @param now ms since the epoch */
export function formatAgo(at: string, now: number, language: string): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: "auto" });
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  return format.format(0, "second");
}
