/** Checks the records of a session's games against their hashes, and against what this browser has seen before. */
import { clock } from "@reelcast/contract/clock";
import { verifyGames } from "@reelcast/contract/gameRecord";
import type { PlayedGame } from "@reelcast/contract/gameRecord";
import { historyCall } from "../api/history.ts";
import { keepHead, keptHead } from "./heads.ts";
import type { KeptHead } from "./heads.ts";

export type Check =
  /** They extend what was seen at `seenAt`. */
  | { state: "unchanged"; seenAt: number }
  /** They fit their hashes; there is nothing to compare them with. */
  | { state: "first" }
  | { state: "broken"; number: number; kept: KeptHead | null }
  | { state: "unhashed" }
  /** This page is not served over https, so the browser computes no hashes. */
  | { state: "unavailable" }
  /** What lies between was not answered. */
  | { state: "failed" };

/** What was seen is replaced only by what extends it. @param games newest first */
export async function checkGames(
  games: readonly PlayedGame[],
  { playerId, session, signal }: { playerId: number; session: string; signal: AbortSignal },
): Promise<Check> {
  if ((globalThis.crypto as Crypto | undefined)?.subtle === undefined) return { state: "unavailable" };
  const kept = keptHead(playerId, session);
  try {
    const verdict = await verifyGames(games, kept, async (after, before) => {
      const { links } = await historyCall("gameLinks", { query: { session, after, before } }, { signal });
      return links;
    });
    if (verdict.state === "broken") return { ...verdict, kept };
    if (verdict.state === "unhashed") return verdict;
    keepHead(playerId, session, verdict.head, clock.now());
    return kept ? { state: "unchanged", seenAt: kept.seenAt } : { state: "first" };
  } catch {
    return { state: "failed" };
  }
}
