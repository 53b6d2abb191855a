/**
 * The newest game of each session that this browser has seen, by player: later records are compared with it. It stays after a
 * logout, because it is what a later login is compared with; it says nothing but a number and a hash.
 */
import type { ChainHead } from "@reelcast/contract/gameRecord";
import { browserStore } from "../api/token.ts";

/** Ms since the epoch. */
export interface KeptHead extends ChainHead {
  seenAt: number;
}
/** The sessions that were seen last. */
const MAX_SESSIONS = 50;
type Kept = KeptHead & { session: string };
const keyOf = (playerId: number) => `game_heads_${playerId}`;

function isKept(value: unknown): value is Kept {
  const { session, number, hash, seenAt } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof session === "string" &&
    typeof number === "number" &&
    typeof seenAt === "number" &&
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash)
  );
}
function read(playerId: number): Kept[] {
  try {
    const stored: unknown = JSON.parse(browserStore.get(keyOf(playerId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keptHead(playerId: number, session: string): KeptHead | null {
  return read(playerId).find((kept) => kept.session === session) ?? null;
}
export function keepHead(playerId: number, session: string, { number, hash }: ChainHead, seenAt: number): void {
  const others = read(playerId).filter((kept) => kept.session !== session);
  const kept = [...others, { session, number, hash, seenAt }].slice(-MAX_SESSIONS);
  browserStore.set(keyOf(playerId), JSON.stringify(kept));
}
