/** When a player is to be told how long they have played: every so many minutes from the start of the session. Pure. */

export interface RealityCheckInput {
  /** ISO 8601, by the server's clock. */
  startedAt: string;
  /** null, absent or 0: the player wants none. */
  minutes: number | null | undefined;
  /** The server's clock, ms. */
  now: number;
  /** Checks of this session that were answered already. */
  answered: number;
}

/** How many checks of this session are due by now, e.g. 2 after 65 minutes at 30. Those slept through count as one. */
export function checksDue({ startedAt, minutes, now }: Omit<RealityCheckInput, "answered">): number {
  if (minutes === null || minutes === undefined || minutes <= 0) return 0;
  const played = now - Date.parse(startedAt);
  return Number.isFinite(played) ? Math.max(0, Math.floor(played / (minutes * 60_000))) : 0;
}
export function isCheckDue(input: RealityCheckInput): boolean {
  return checksDue(input) > input.answered;
}

/** How many were answered, as kept in the browser for one session: "<session> <count>". */
export function answeredFrom(kept: string | null, sessionId: string): number {
  const [session, count] = kept?.split(" ") ?? [];
  return session === sessionId && /^\d{1,6}$/.test(count ?? "") ? Number(count) : 0;
}
export const keepAnswered = (sessionId: string, count: number) => `${sessionId} ${count}`;
