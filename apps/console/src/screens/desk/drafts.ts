/**
 * What a member has written to players and what the server does not have yet: the text in each chat's field, and answers on
 * their way or refused. It lasts while another chat or screen is open, until the session is another person's or the tab is closed.
 */
import { useSyncExternalStore } from "react";
import { session } from "../../session/store.ts";

export interface PendingMessage {
  clientId: string;
  text: string;
  failed: unknown;
}
interface Draft {
  text: string;
  pending: readonly PendingMessage[];
}

const EMPTY: Draft = { text: "", pending: [] };
const drafts = new Map<number, Draft>();
const listeners = new Set<() => void>();

function change(player: number, by: (draft: Draft) => Draft): void {
  const next = by(drafts.get(player) ?? EMPTY);
  if (next.text === "" && next.pending.length === 0) drafts.delete(player);
  else drafts.set(player, next);
  for (const listener of listeners) listener();
}
// A lock keeps what was typed; who signs out leaves nothing to the next person.
session.subscribe(() => {
  if (session.get().kind === "none") drafts.clear();
});

export const draftOf = {
  write: (player: number, text: string): void => change(player, (draft) => ({ ...draft, text })),
  add: (player: number, message: PendingMessage): void =>
    change(player, ({ pending }) => ({ text: "", pending: [...pending, message] })),
  mark: (player: number, clientId: string, failed: unknown): void =>
    change(player, (draft) => ({
      ...draft,
      pending: draft.pending.map((one) => (one.clientId === clientId ? { ...one, failed } : one)),
    })),
  drop: (player: number, clientId: string): void =>
    change(player, (draft) => ({ ...draft, pending: draft.pending.filter((one) => one.clientId !== clientId) })),
};

export const useDraft = (player: number): Draft =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => drafts.get(player) ?? EMPTY,
  );
