/** Days of the house's time zone. */
import { clock } from "@reelcast/contract/clock";

/** YYYY-MM-DD. */
export const today = (timeZone: string, now = new Date(clock.now())): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(now);

/** How far the zone is ahead of UTC at that moment, ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
  return Date.parse(`${parts.replace(" ", "T")}Z`) - Math.floor(at / 1000) * 1000;
}
/** When the day begins in the zone, ms since the epoch. Around a change of clocks the first reading is of the wrong side. */
function startOf(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const first = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(first, timeZone);
}

/** The first and the last moment of a day. */
export function dayBounds(day: string, timeZone: string): { from: string; to: string } {
  const from = startOf(day, timeZone);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { from: new Date(from).toISOString(), to: new Date(startOf(next, timeZone) - 1).toISOString() };
}
