/**
 * The session of the member who is signed in. Its token is in this tab's session storage alone: another tab signs in by itself, and
 * closing the tab forgets it. A session that ended while the page is open locks the page, which keeps what was typed.
 */
import { useSyncExternalStore } from "react";

export type SessionState =
  | { kind: "none" }
  | { kind: "open"; token: string }
  /** It ended by itself or was ended. The member who had it, by name, may go on after signing in again. */
  | { kind: "locked"; name: string | null };

const KEY = "console.token";
const listeners = new Set<() => void>();
/** Who has the session, for the lock. */
let name: string | null = null;

function kept(): SessionState {
  const token = sessionStorage.getItem(KEY);
  return token === null ? { kind: "none" } : { kind: "open", token };
}
let state: SessionState = kept();

function change(next: SessionState): void {
  state = next;
  if (next.kind === "open") sessionStorage.setItem(KEY, next.token);
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

export const session = {
  get: (): SessionState => state,
  token: (): string | null => (state.kind === "open" ? state.token : null),
  /** A session has begun, or goes on with another token. */
  open: (token: string): void => change({ kind: "open", token }),
  /** This token is not valid any more. Of an older token nothing is known to have ended. */
  lock(token: string): void {
    if (state.kind === "open" && state.token === token) change({ kind: "locked", name });
  },
  /** Signed out. */
  end(): void {
    name = null;
    change({ kind: "none" });
  },
  belongsTo(person: string): void {
    name = person;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** For tests: what the tab has stored, after a load of the page. @internal */
  reload(): void {
    name = null;
    change(kept());
  },
};

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get);
