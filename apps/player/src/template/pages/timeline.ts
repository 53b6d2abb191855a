/** The data of the profile page: a timeline of sessions and log entries, and sums. Pure. */
import type { LogRow, SessionRow } from "@reelcast/contract";

export type Happening =
  | { kind: "session"; id: string; at: string; session: SessionRow }
  | { kind: "log"; id: string; at: string; log: LogRow };

/** Not shown: every start of the app writes one. */
const UNTOLD = "LOGIN_CHECK_SUCCESS";

/** Newest first, at most `most`; at the same moment the session comes first. */
export function timelineOf(sessions: readonly SessionRow[], logs: readonly LogRow[], most: number): Happening[] {
  const all: Happening[] = [
    ...sessions.map((session): Happening => ({ kind: "session", id: `s${session.id}`, at: session.start, session })),
    ...logs
      .filter(({ type }) => type !== UNTOLD)
      .map((log): Happening => ({ kind: "log", id: `l${log.id}`, at: log.at, log })),
  ];
  return all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, most);
}

export interface Favourite {
  machineId: number;
  machine: string;
  sessions: number;
  /** Seconds. */
  played: number;
}
/** The machines of these sessions, the one with the longest play first. */
export function favouritesOf(sessions: readonly SessionRow[]): Favourite[] {
  const machines = new Map<number, Favourite>();
  for (const { machineId, machine, played } of sessions) {
    const known = machines.get(machineId) ?? { machineId, machine, sessions: 0, played: 0 };
    machines.set(machineId, { ...known, sessions: known.sessions + 1, played: known.played + played });
  }
  return [...machines.values()].toSorted((a, b) => b.played - a.played);
}
