/**
 * The newest game of each session that this browser has seen, by player: later records are compared with it. It stays after a
 * logout, because it is what a later login is compared with; it says nothing but a number and a hash.
 */
import type { ChainHead } from "@reelcast/contract/gameRecord";
import * as z from "zod/mini";
import { browserStore } from "../api/token.ts";

/** Ms since the epoch. */
export interface KeptHead extends ChainHead {
  seenAt: number;
}
/** The sessions that were seen last. */
const MAX_SESSIONS = 50;
const Kept = z.array(
  z.object({
    session: z.string(),
    number: z.int(),
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    seenAt: z.number(),
  }),
);
const keyOf = (playerId: number) => `game_heads_${playerId}`;

function read(playerId: number): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(browserStore.get(keyOf(playerId)) ?? "[]"));
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
