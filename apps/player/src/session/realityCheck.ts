/** When the reality check is due: at multiples of its interval since the start of the session. Pure. */

export interface RealityCheckInput {
  /** ISO 8601, by the server's clock. */
  startedAt: string;
  /** null, absent or 0: the player wants none. */
  minutes: number | null | undefined;
  /** The server's clock, ms. */
  now: number;
  /** Seconds played when the latest check of this session was answered; 0: none was. */
  answered: number;
}

/** Seconds of this session so far, whole ones. */
export function secondsPlayed({ startedAt, now }: Pick<RealityCheckInput, "startedAt" | "now">): number {
  const seconds = Math.floor((now - Date.parse(startedAt)) / 1000);
  return seconds > 0 ? seconds : 0;
}

/**
 * Whether a multiple of the interval has gone by since the latest answer. Those slept through count as one. The moment
 * is kept, not how many were answered: another interval counts other checks.
 */
export function isCheckDue({ minutes, answered, ...time }: RealityCheckInput): boolean {
  if (minutes === null || minutes === undefined || minutes <= 0) return false;
  const countAt = (seconds: number) => Math.floor(seconds / (minutes * 60));
  return countAt(secondsPlayed(time)) > countAt(answered);
}

/** When the latest was answered, as kept in the browser for one session: "<session> <seconds played>". */
export function answeredFrom(kept: string | null, sessionId: string): number {
  const [session, seconds] = kept?.split(" ") ?? [];
  return session === sessionId && /^\d{1,9}$/.test(seconds ?? "") ? Number(seconds) : 0;
}
export const keepAnswered = (sessionId: string, seconds: number) => `${sessionId} ${seconds}`;
