/** What a session of a player came to: money in and out, games, the best one. Read-only. */
import { AppError, ErrorCode, OPERATION } from "@reelcast/contract";
import type { SessionStory } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

const OUT: readonly number[] = [OPERATION.cashOut, OPERATION.handPay, OPERATION.jackpot];

export function createStory(db: Db, now: () => Date) {
  /** @throws AppError NotFound for a session of another player, as for one that does not exist */
  return async function story(playerId: number, session: string): Promise<SessionStory> {
    const found = await db
      .selectFrom("sessions as s")
      .innerJoin("machines as m", "m.id", "s.machine_id")
      .where("s.id", "=", session)
      .where("s.player_id", "=", playerId)
      .select(["s.started_at as start", "s.ended_at as end", "s.machine_id as machineId", "m.name as machine"])
      .executeTakeFirst();
    if (!found) throw new AppError(ErrorCode.NotFound);
    const { start, end, ...machine } = found;
    const games = db.selectFrom("games").where("session_id", "=", session);
    const [money, sums, best] = await Promise.all([
      db
        .selectFrom("operations")
        .where("session_id", "=", session)
        .select(sql<number>`coalesce(-sum(amount) filter (where type = ${OPERATION.cashIn}), 0)::bigint`.as("cashedIn"))
        .select(sql<number>`coalesce(sum(amount) filter (where type = any(${OUT})), 0)::bigint`.as("cashedOut"))
        .executeTakeFirstOrThrow(),
      games
        .select(sql<number>`(count(*) filter (where not free))::int`.as("games"))
        .select(sql<number>`coalesce(sum(bet), 0)::bigint`.as("bet"))
        .select(sql<number>`coalesce(sum(win), 0)::bigint`.as("win"))
        .executeTakeFirstOrThrow(),
      games
        .where("win", ">", 0)
        .select(["game_number as number", "free", "bet", "win"])
        .orderBy("win", "desc")
        .orderBy("game_number", "desc")
        .limit(1)
        .executeTakeFirst(),
    ]);
    return {
      session,
      ...machine,
      start: start.toISOString(),
      end: end?.toISOString() ?? null,
      played: Math.max(0, Math.round(((end ?? now()).getTime() - start.getTime()) / 1000)),
      ...money,
      ...sums,
      best: best ?? null,
    };
  };
}
