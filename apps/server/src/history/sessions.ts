/** A player's sessions, newest first, with games and operations of each. Read-only. */
import type { SessionRow } from "@reelcast/contract";
import { sql } from "kysely";
import type { SqlBool } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";
import { operationType, readAmounts, toMultirange } from "./filter.ts";
import type { Filter } from "./filter.ts";
import { found } from "./operations.ts";
import type { Operations } from "./operations.ts";
import { createPager } from "./pager.ts";
import type { Batch, Slice } from "./pager.ts";

/** Start (to the microsecond, which a Date does not hold) and id of the session. */
const Position = z.tuple([z.iso.datetime({ precision: 6 }), z.string().check(z.maxLength(40))]);
type Position = z.infer<typeof Position>;

export function createSessionList(
  db: Db,
  operations: Pick<Operations, "ofSessions" | "netOfSessions">,
  now: () => Date,
) {
  const matching = (playerId: number, { search, from, until, type }: Filter) => {
    let query = db.selectFrom("sessions as s").where("s.player_id", "=", playerId);
    const code = operationType(type);
    if (code !== null) {
      query = query.where(
        sql<SqlBool>`s.id in (select session_id from operations where player_id = ${playerId} and type = ${code})`,
      );
    }
    if (from) query = query.where("s.started_at", ">=", from);
    if (until) query = query.where("s.started_at", "<", until);
    if (search !== null) {
      const amounts = toMultirange(readAmounts(search));
      query = query.where(sql<SqlBool>`(${found(search, { machine: "s.machine_id", ip: "s.ip" })}
        or ${amounts} <> '{}' and s.id in (
          select session_id from operations where player_id = ${playerId} and session_id is not null
          group by session_id having sum(amount)::bigint <@ ${amounts}::int8multirange))`);
    }
    return query;
  };

  async function spinsOf(sessionIds: readonly string[]): Promise<Map<string, { spins: number; freeSpins: number }>> {
    const rows = await db
      .selectFrom("games")
      .where("session_id", "=", sql<string>`any(${sessionIds})`)
      .groupBy("session_id")
      .select("session_id")
      .select(sql<number>`(count(*) filter (where not free))::int`.as("spins"))
      .select(sql<number>`(count(*) filter (where free))::int`.as("freeSpins"))
      .execute();
    return new Map(rows.map(({ session_id, ...counts }) => [session_id, counts]));
  }

  async function read(
    playerId: number,
    filter: Filter,
    { after, limit, brief }: Slice<Position>,
  ): Promise<Batch<SessionRow, Position>> {
    const all = matching(playerId, filter);
    const sessions = await all
      .innerJoin("machines as m", "m.id", "s.machine_id")
      .select(["s.id", "s.started_at", "s.ended_at", "s.machine_id", "s.ip", "m.name as machine"])
      .select(
        sql<string>`to_char(s.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("started_exactly"),
      )
      .$if(after !== null, (query) =>
        query.where(sql<SqlBool>`(s.started_at, s.id) < (${after?.[0]}::timestamptz, ${after?.[1]})`),
      )
      .$if(after === null, (query) => query.select(all.select(sql<number>`count(*)`.as("n")).as("total")))
      .orderBy("s.started_at", "desc")
      .orderBy("s.id", "desc")
      .limit(limit)
      .execute();
    const ids = sessions.map(({ id }) => id);
    const [moved, spins] =
      ids.length === 0
        ? [new Map<string, never>(), new Map<string, never>()]
        : await Promise.all([
            brief ? operations.netOfSessions(playerId, ids) : operations.ofSessions(playerId, ids),
            spinsOf(ids),
          ]);
    return {
      total: sessions[0]?.total ?? 0,
      rows: sessions.map((session) => ({
        position: [session.started_exactly, session.id],
        row: {
          id: session.id,
          start: session.started_at.toISOString(),
          end: session.ended_at?.toISOString() ?? null,
          machineId: session.machine_id,
          machine: session.machine,
          spins: 0,
          freeSpins: 0,
          ...spins.get(session.id),
          played: Math.max(
            0,
            Math.round(((session.ended_at ?? now()).getTime() - session.started_at.getTime()) / 1000),
          ),
          amount: moved.get(session.id)?.net ?? 0,
          ip: session.ip,
          operations: moved.get(session.id)?.operations ?? [],
        },
      })),
    };
  }

  return createPager("sessions", Position, read);
}
