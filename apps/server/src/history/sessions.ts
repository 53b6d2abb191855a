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

function matching(db: Db, playerId: number, { search, from, until, type, played }: Filter) {
  let query = db.selectFrom("sessions as s").where("s.player_id", "=", playerId);
  const code = operationType(type);
  if (code !== null) {
    query = query.where(
      sql<SqlBool>`s.id in (select session_id from operations where player_id = ${playerId} and type = ${code})`,
    );
  }
  if (played) {
    query = query.where(sql<SqlBool>`(s.ended_at is null or exists (select from games g where g.session_id = s.id))`);
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
}

function readRows(db: Db, playerId: number, filter: Filter, { after, limit }: Slice<Position>) {
  const all = matching(db, playerId, filter);
  return all
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
}

async function countGames(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, { spins: number; freeSpins: number }>> {
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

/** Whole seconds from the start to the end; until `now` for an open session. */
const secondsOf = (start: Date, end: Date | null, now: Date) =>
  Math.max(0, Math.round(((end ?? now).getTime() - start.getTime()) / 1000));

export function createSessionList(
  db: Db,
  operations: Pick<Operations, "ofSessions" | "netOfSessions">,
  now: () => Date,
) {
  async function readBatch(
    playerId: number,
    filter: Filter,
    slice: Slice<Position>,
  ): Promise<Batch<SessionRow, Position>> {
    const sessions = await readRows(db, playerId, filter, slice);
    if (sessions.length === 0) return { total: 0, rows: [] };
    const ids = sessions.map(({ id }) => id);
    const [movements, games] = await Promise.all([
      slice.brief ? operations.netOfSessions(playerId, ids) : operations.ofSessions(playerId, ids),
      countGames(db, ids),
    ]);
    return {
      total: sessions[0]?.total ?? 0,
      rows: sessions.map(({ id, started_at: start, ended_at: end, ...session }) => ({
        position: [session.started_exactly, id],
        row: {
          id,
          start: start.toISOString(),
          end: end?.toISOString() ?? null,
          machineId: session.machine_id,
          machine: session.machine,
          spins: games.get(id)?.spins ?? 0,
          freeSpins: games.get(id)?.freeSpins ?? 0,
          played: secondsOf(start, end, now()),
          amount: movements.get(id)?.net ?? 0,
          ip: session.ip,
          operations: movements.get(id)?.operations ?? [],
        },
      })),
    };
  }
  return createPager("sessions", Position, readBatch);
}
