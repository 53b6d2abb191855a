/** The log of a player's account, newest first. Read-only. */
import type { LogRow } from "@reelcast/contract";
import { sql } from "kysely";
import type { SqlBool } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";
import type { Filter } from "./filter.ts";
import { createPager } from "./pager.ts";
import type { Batch, Slice } from "./pager.ts";

const Position = z.int().check(z.positive());

export function createLogList(db: Db) {
  const matching = (playerId: number, { search, from, until, type }: Filter) => {
    let query = db.selectFrom("log_entries as l").where("l.player_id", "=", playerId);
    if (type !== null) query = query.where("l.type", "=", type);
    if (from) query = query.where("l.at", ">=", from);
    if (until) query = query.where("l.at", "<", until);
    if (search !== null) {
      query = query.where(
        sql<SqlBool>`(strpos(l.ip, search_fold(${search})) > 0 or strpos(search_fold(l.detail), search_fold(${search})) > 0)`,
      );
    }
    return query;
  };

  async function read(
    playerId: number,
    filter: Filter,
    { after, limit }: Slice<number>,
  ): Promise<Batch<LogRow, number>> {
    const all = matching(playerId, filter);
    const rows = await all
      .select(["l.id", "l.at", "l.type", "l.ip", "l.detail"])
      .$if(after !== null, (query) => query.where("l.id", "<", after))
      .$if(after === null, (query) => query.select(all.select(sql<number>`count(*)`.as("n")).as("total")))
      .orderBy("l.id", "desc")
      .limit(limit)
      .execute();
    return {
      total: rows[0]?.total ?? 0,
      rows: rows.map(({ id, at, type, ip, detail }) => ({
        position: id,
        row: { id: String(id), at: at.toISOString(), type, ip, detail },
      })),
    };
  }

  return createPager("logs", Position, read);
}
