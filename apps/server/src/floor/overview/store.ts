/** What the operators' overview reads of the database: each only where the processes that run machines don't know it. */
import type { MachineTile } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db } from "../../storage/index.ts";

export interface OverviewStore {
  playerNames(ids: readonly number[]): Promise<Map<number, string>>;
  /** By machine; without those that were never played. */
  lastGames(machineIds: readonly number[]): Promise<Map<number, MachineTile["lastGame"]>>;
}

export function createOverviewStore(db: Db): OverviewStore {
  return {
    async playerNames(ids) {
      const rows = await db
        .selectFrom("players")
        .select(["id", "username"])
        .where("id", "=", sql<number>`any (${[...ids]}::integer[])`)
        .execute();
      return new Map(rows.map(({ id, username }) => [id, username]));
    },
    async lastGames(machineIds) {
      const { rows } = await sql<{ id: number; bet: number; win: number; at: Date }>`
        select m.id, g.bet, g.win, g.ended_at as at from unnest(${[...machineIds]}::integer[]) as m (id),
          lateral (
            select bet, win, ended_at from games where machine_id = m.id order by game_number desc limit 1
          ) g`.execute(db);
      return new Map(rows.map(({ id, bet, win, at }) => [id, { bet, win, at: at.getTime() }]));
    },
  };
}
