/** How long it is until a moment. Pure. */

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** The moment that `?at=` names, else the end of this year. @returns milliseconds since the epoch */
export function momentOf(wish: string | null, now: number): number {
  const at = wish === null ? NaN : Date.parse(wish);
  return Number.isNaN(at) ? new Date(new Date(now).getFullYear() + 1, 0, 1).getTime() : at;
}
/** null: it is here. A second that has begun counts as whole, so that nobody reads 0 before it is. */
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
