/**
 * The session of the member who is signed in. Its token is in this tab's session storage alone: another tab signs in by itself, and
 * closing the tab forgets it. A session that ended while the page is open locks the page, which keeps what was typed.
 */
import { clock } from "@reelcast/contract/clock";
import { useSyncExternalStore } from "react";
import type { Me } from "@reelcast/contract/console";

export type SessionState =
  | { kind: "none" }
  | { kind: "open"; token: string }
  /** It ended by itself or was ended. The member who had it, by name, may go on after signing in again. */
  | { kind: "locked"; name: string | null; wall: null }
  /** One of the wall is over, by its time or before: anybody may sign in. */
  | { kind: "locked"; name: null; wall: "expired" | "ended" };

const KEY = "console.token";
const listeners = new Set<() => void>();
/** Who has the session, for the lock. */
let name: string | null = null;
/** When the session of the wall ends, ms; null: it is none. */
let wallUntil: number | null = null;
/** By so much the clocks of the server and of this computer may differ. */
const CLOCKS_MS = 60_000;

function kept(): SessionState {
  const token = sessionStorage.getItem(KEY);
  return token === null ? { kind: "none" } : { kind: "open", token };
}
let state: SessionState = kept();

function locked(): SessionState {
  if (wallUntil === null) return { kind: "locked", name, wall: null };
  return { kind: "locked", name: null, wall: clock.now() > wallUntil - CLOCKS_MS ? "expired" : "ended" };
}

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
    if (state.kind === "open" && state.token === token) change(locked());
  },
  /** Signed out. */
  end(): void {
    name = null;
    wallUntil = null;
    change({ kind: "none" });
  },
  belongsTo({ name: person, wall, expiresAt }: Pick<Me, "name" | "wall" | "expiresAt">): void {
    name = person;
    wallUntil = wall ? Date.parse(expiresAt) : null;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** For tests: what the tab has stored, after a load of the page. @internal */
  reload(): void {
    name = null;
    wallUntil = null;
    change(kept());
  },
};

/**
 * The browser may show a page again that it has kept: of a session that has ended in this tab meanwhile, or of another member. It is
 * loaded anew. Returns the end of it.
 */
export function followPageCache(): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && sessionStorage.getItem(KEY) !== session.token()) location.reload();
  };
  globalThis.addEventListener("pageshow", onShow);
  return () => globalThis.removeEventListener("pageshow", onShow);
}

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get);
