/** The time left until a moment. Pure. */

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** The moment of `?at=`, or the end of this year. @returns milliseconds since the epoch */
export function momentOf(text: string | null, now: number): number {
  const at = text === null ? NaN : Date.parse(text);
  return Number.isNaN(at) ? new Date(new Date(now).getFullYear() + 1, 0, 1).getTime() : at;
}
/** null: it has come. Rounds up to whole seconds, so that 0 is not shown too early. */
export function remaining(at: number, now: number): Remaining | null {
  if (at <= now) return null;
  const seconds = Math.ceil((at - now) / 1000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
