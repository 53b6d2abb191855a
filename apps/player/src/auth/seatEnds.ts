/**
 * Sessions that are over, by the player or by the house, and what their ends have paid: kept in this browser until the player dismisses it. Each
 * player sees their own alone.
 */
import type { SessionEnd } from "@reelcast/contract";
import { useSyncExternalStore } from "react";
import { STORAGE, browserStore } from "../api/token.ts";

/** `amount` in minor units. */
export type SeatEnd = Pick<SessionEnd, "session" | "name" | "reason" | "amount">;
/** Older ones are in the transactions. */
const MOST_KEPT = 5;

const keyOf = (playerId: number) => `${STORAGE.seatEnds}:${playerId}`;
const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed it.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
const isEnd = (value: unknown): value is SeatEnd =>
  typeof value === "object" &&
  value !== null &&
  "session" in value &&
  typeof value.session === "string" &&
  "name" in value &&
  typeof value.name === "string" &&
  "amount" in value &&
  Number.isSafeInteger(value.amount);
function endsIn(stored: string | null): SeatEnd[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isEnd) : [];
  } catch {
    return [];
  }
}
function write(playerId: number, ends: readonly SeatEnd[]): void {
  if (ends.length === 0) browserStore.remove(keyOf(playerId));
  else browserStore.set(keyOf(playerId), JSON.stringify(ends));
  for (const listener of listeners) listener();
}

export function keepSeatEnd(playerId: number, { session, name, reason, amount }: SeatEnd): void {
  const others = endsIn(browserStore.get(keyOf(playerId))).filter(
    // Of those that the player left, the last one.
    (end) => end.session !== session && (reason !== "leave" || end.reason !== "leave"),
  );
  write(playerId, [...others, { session, name, reason, amount }].slice(-MOST_KEPT));
}
export function dismissSeatEnd(playerId: number, session: string): void {
  write(
    playerId,
    endsIn(browserStore.get(keyOf(playerId))).filter((end) => end.session !== session),
  );
}
/** Oldest first. */
export function useSeatEnds(playerId: number): readonly SeatEnd[] {
  return endsIn(useSyncExternalStore(subscribe, () => browserStore.get(keyOf(playerId))));
}
