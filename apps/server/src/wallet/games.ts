/** The games that were played: each is recorded once, with its postings. */
import { hash } from "node:crypto";
import { textOfGame } from "@reelcast/contract/gameRecord";
import { sql } from "kysely";
import { createBatches } from "../batches.ts";
import { recordOf } from "../storage/index.ts";
import { recordAlone, recordTogether } from "./gameBatch.ts";
import type { GameCall, RecordedGame } from "./gameBatch.ts";
import { oneRow } from "./statements.ts";
import type { Database } from "./statements.ts";
import type { SessionTotals, Wallet } from "./types.ts";

export function createGames(
  database: Database,
  onGameSent?: (waitedMs: number) => void,
): Pick<Wallet, "recordGame" | "sessionTotals" | "lastPaidStart"> {
  const { db, runStatement } = database;
  const alone = (call: GameCall) => runStatement(() => recordAlone(db, call));
  const record = db.isTransaction
    ? alone
    : createBatches<GameCall, RecordedGame>({
        together: (calls) => recordTogether(db, calls),
        alone,
        keyOf: ({ game }) => game.machineId,
        onSent: onGameSent,
      });
  return {
    recordGame: async (game, fence) =>
      record({ game, fence, digest: hash("sha256", textOfGame(recordOf(game)), "buffer") }),
    async lastPaidStart(playerId, since) {
      // A game that began since then also ended since then: by the index `games_counted`.
      const { at } = await oneRow(
        database,
        sql<{ at: Date | null }>`
        select max(started_at) as at from games where player_id = ${playerId} and ended_at >= ${since} and not free`,
      );
      return at;
    },
    sessionTotals: (sessionId) =>
      oneRow(
        database,
        sql<SessionTotals>`
        select
          coalesce((select sum(moved) from transfers where session_id = ${sessionId} and kind = 'cashin' and state = 'done'), 0)::bigint as "cashIn",
          coalesce((select sum(moved) from transfers where session_id = ${sessionId} and kind = 'cashout' and state = 'done'), 0)::bigint as "cashOut",
          coalesce((select sum(amount) from jackpot_hits where session_id = ${sessionId}), 0)::bigint as jackpots,
          coalesce(sum(bet), 0)::bigint as bet, coalesce(sum(win), 0)::bigint as won,
          coalesce(sum(hand_pay), 0)::bigint as "handPaid",
          (count(*) filter (where not free))::int as spins, (count(*) filter (where free))::int as "freeSpins"
        from games where session_id = ${sessionId}`,
      ),
  };
}
