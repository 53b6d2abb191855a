/** The state of a connection (open, lost, retried, ended) as a pure function of its events. */
import { CLOSE, SOCKET } from "@reelcast/contract";

export type Connection =
  /** `attempt` 0: the first try; else the number of tries since the connection was lost. */
  | { kind: "connecting"; attempt: number }
  | { kind: "live" }
  | { kind: "waiting"; attempt: number; inMs: number }
  | { kind: "ended"; why: Ending };
/** takenOver: another window has it; token: the login is over; refused: it may not be opened; left: closed on purpose. */
export type Ending = "takenOver" | "token" | "refused" | "left" | "closed";

export type ConnectionEvent =
  | { type: "ready" }
  | { type: "lost"; code: number | null; random: number }
  | { type: "retry" }
  /** Ended by this side: `token` or `refused` after a refusal for good, `left` on purpose. */
  | { type: "end"; why: Ending };

/** A new password ends every token shortly before the new one arrives, maybe in another tab. */
const FRESH_TOKEN_MS = 1_000;

function endingOf(code: number | null): Ending | null {
  switch (code) {
    case CLOSE.takenOver:
      return "takenOver";
    case CLOSE.notPermitted:
      return "refused";
    case 1000:
      return "closed";
    default:
      return null;
  }
}

/**
 * Backoff with jitter, in milliseconds: a random delay between 0.3 s and a bound that doubles with each attempt up to
 * 10 s, so that many clients do not reconnect at the same time. @param random from 0 to 1
 */
export function delayOf(attempt: number, random: number): number {
  const { minMs, maxMs } = SOCKET.reconnect;
  const bound = Math.min(maxMs, minMs * 2 ** attempt);
  return Math.round(minMs + (bound - minMs) * random);
}

export function nextConnection(state: Connection, event: ConnectionEvent): Connection {
  if (state.kind === "ended") return state;
  switch (event.type) {
    case "ready":
      return { kind: "live" };
    case "end":
      return { kind: "ended", why: event.why };
    case "retry":
      return state.kind === "waiting" ? { kind: "connecting", attempt: state.attempt } : state;
    case "lost": {
      const why = endingOf(event.code);
      if (why !== null) return { kind: "ended", why };
      const attempt = state.kind === "connecting" ? state.attempt + 1 : 1;
      const inMs = delayOf(attempt, event.random);
      // The next ticket shows whether the login is over, or only this token.
      return { kind: "waiting", attempt, inMs: event.code === CLOSE.tokenInvalid ? FRESH_TOKEN_MS + inMs : inMs };
    }
  }
}
