/** The last games of a session, and the digests of others, for a player who checks that they are unchanged. Read-only. */
import { hash } from "node:crypto";
import { AppError, ErrorCode, MAX_GAME_LINKS } from "@reelcast/contract";
import { textOfGame } from "@reelcast/contract/gameRecord";
import type { ChainLink, GameRecord, PlayedGame } from "@reelcast/contract/gameRecord";
import { recordOf } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";

export interface SessionGames {
  machineId: number;
  machine: string;
  /** Newest first. */
  games: PlayedGame[];
}

export function createGameList(db: Db) {
  /** @throws AppError NotFound for a session of another player, as for one that does not exist */
  async function sessionOf(playerId: number, sessionId: string) {
    const session = await db
      .selectFrom("sessions as s")
      .innerJoin("machines as m", "m.id", "s.machine_id")
      .where("s.id", "=", sessionId)
      .where("s.player_id", "=", playerId)
      .select(["s.machine_id as machineId", "m.name as machine"])
      .executeTakeFirst();
    if (!session) throw new AppError(ErrorCode.NotFound);
    return session;
  }
  const gamesOf = (sessionId: string) =>
    db
      .selectFrom("games")
      .where("session_id", "=", sessionId)
      .select([
        "machine_id as machineId",
        "game_number as gameNumber",
        "session_id as sessionId",
        "free",
        "bet",
        "win",
        "hand_pay as handPay",
        "started_at as startedAt",
        "ended_at as endedAt",
        "meters",
        "detail",
        "hash",
      ]);

  return {
    last: async (
      playerId: number,
      { session, limit, game }: { session: string; limit: number; game?: number | undefined },
    ): Promise<SessionGames> => {
      const machine = await sessionOf(playerId, session);
      // One more, for the hash before the oldest.
      const wanted = game === undefined ? limit : 1;
      const rows = await gamesOf(session)
        .$if(game !== undefined, (query) => query.where("game_number", "<=", game ?? 0))
        .orderBy("game_number", "desc")
        .limit(wanted + 1)
        .execute();
      const isThere = game === undefined || rows[0]?.gameNumber === game;
      const games = rows.slice(0, isThere ? wanted : 0).map((row, index) => ({
        record: recordOf(row),
        hash: row.hash?.toString("hex") ?? null,
        previous: rows[index + 1]?.hash?.toString("hex") ?? null,
      }));
      return { ...machine, games };
    },

    /** Digests of what the rows hold now, not of what they held when they were hashed. */
    links: async (
      playerId: number,
      { session, after, before }: { session: string; after: number; before: number },
    ): Promise<ChainLink[]> => {
      await sessionOf(playerId, session);
      const rows = await gamesOf(session)
        .where("game_number", ">", after)
        .where("game_number", "<", before)
        .orderBy("game_number")
        .limit(MAX_GAME_LINKS)
        .execute();
      return rows.map((row) => ({ number: row.gameNumber, digest: digestOf(recordOf(row)) }));
    },
  };
}

const digestOf = (record: GameRecord) => hash("sha256", textOfGame(record));
