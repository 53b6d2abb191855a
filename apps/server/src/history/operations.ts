/** A player's operations (the postings of their account), newest first. Read-only. */
import type { Operation } from "@reelcast/contract";
import { sql } from "kysely";
import type { SqlBool } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";
import { operationType, readAmounts, toMultirange } from "./filter.ts";
import type { Filter } from "./filter.ts";
import { createPager } from "./pager.ts";
import type { Batch, Slice } from "./pager.ts";

/** Operations per session in a page of sessions. */
const MAX_PER_SESSION = 100;
/** The number of the operation on the player's account. */
export const OperationPosition = z.int().check(z.positive());

interface OperationRow {
  seq: number;
  at: Date;
  type: number;
  amount: number;
  balance: number;
  origin: string;
  machine: string | null;
  machine_id: number | null;
  tag: string;
  ip: string | null;
}

/** The money movements of one session. */
interface SessionMovements {
  operations: Operation[];
  net: number;
}
type MovementsBySession = Map<string, SessionMovements>;

/** The machine's name, or else the origin (OPERATION_FROM). */
function toOperation(row: OperationRow): Operation {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    type: row.type,
    amount: row.amount,
    from: row.machine ?? (row.origin === "machine" ? "" : row.origin),
    tag: row.tag,
    ip: row.ip,
    balance: row.balance,
  };
}

/** Conditions on rows that carry machine, address and amount, as both lists search them. */
export function found(search: string, at: { machine: string; ip: string }) {
  const machines = sql`${sql.ref(at.machine)} in (
    select id from machines where strpos(search_fold(name), search_fold(${search})) > 0)`;
  return sql`${machines} or strpos(${sql.ref(at.ip)}, search_fold(${search})) > 0`;
}

function matching(db: Db, playerId: number, { search, named, from, until, type }: Filter) {
  let query = db.selectFrom("operations as o").where("o.player_id", "=", playerId);
  const code = operationType(type);
  if (code !== null) query = query.where("o.type", "=", code);
  if (from) query = query.where("o.at", ">=", from);
  if (until) query = query.where("o.at", "<", until);
  if (search !== null) {
    const amounts = toMultirange(readAmounts(search));
    query = query.where(sql<SqlBool>`(${found(search, { machine: "o.machine_id", ip: "o.ip" })}
      or strpos(search_fold(o.tag), search_fold(${search})) > 0 or o.amount <@ ${amounts}::int8multirange
      or o.type = any(${named?.types ?? []}) or o.machine_id is null and o.origin = any(${named?.from ?? []})
      or o.tag = any(${named?.tags ?? []}))`);
  }
  return query;
}

async function readBatch(
  db: Db,
  playerId: number,
  filter: Filter,
  { after, limit }: Slice<number>,
): Promise<Batch<Operation, number>> {
  const all = matching(db, playerId, filter);
  // Sequence numbers of an account have no gaps: without a filter the newest one is the count.
  const unfiltered = Object.values(filter).every((part) => part === null);
  const total = unfiltered ? sql<number>`coalesce(max(o.seq), 0)` : sql<number>`count(*)`;
  const rows = await all
    .leftJoin("machines as m", "m.id", "o.machine_id")
    .select(["o.seq", "o.at", "o.type", "o.amount", "o.balance", "o.origin", "o.machine_id", "o.tag", "o.ip"])
    .select("m.name as machine")
    .$if(after !== null, (query) => query.where("o.seq", "<", after))
    .$if(after === null, (query) => query.select(all.select(total.as("n")).as("total")))
    .orderBy("o.seq", "desc")
    .limit(limit)
    .execute();
  return {
    rows: rows.map((row) => ({ row: toOperation(row), position: row.seq })),
    total: rows[0]?.total ?? 0,
  };
}

/** Cash-outs less cash-ins, per session; no entry for a session without movements. */
async function netOfSessions(db: Db, playerId: number, sessionIds: readonly string[]): Promise<MovementsBySession> {
  const rows = await db
    .selectFrom("operations")
    .where("player_id", "=", playerId)
    .where("session_id", "=", sql<string>`any(${sessionIds})`)
    .groupBy("session_id")
    .select(["session_id", sql<number>`sum(amount)::bigint`.as("net")])
    .execute();
  return new Map(rows.map(({ session_id, net }) => [session_id ?? "", { operations: [], net }]));
}

/** As `netOfSessions`, with the newest operations of each session. */
async function ofSessions(db: Db, playerId: number, sessionIds: readonly string[]): Promise<MovementsBySession> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("operations as o")
        .where("o.player_id", "=", playerId)
        .where("o.session_id", "=", sql<string>`any(${sessionIds})`)
        .selectAll()
        .select(sql<number>`sum(o.amount) over (partition by o.session_id)::bigint`.as("net"))
        .select(sql<number>`row_number() over (partition by o.session_id order by o.seq desc)`.as("n"))
        .as("o"),
    )
    .leftJoin("machines as m", "m.id", "o.machine_id")
    .where("o.n", "<=", MAX_PER_SESSION)
    .selectAll("o")
    .select("m.name as machine")
    .orderBy("o.seq", "desc")
    .execute();
  const sessions: MovementsBySession = new Map();
  for (const row of rows) {
    if (row.session_id === null) continue;
    const session = sessions.get(row.session_id) ?? { operations: [], net: row.net };
    session.operations.push(toOperation(row));
    sessions.set(row.session_id, session);
  }
  return sessions;
}

export const createOperations = (db: Db) => ({
  ...createPager<Operation, number>("transactions", OperationPosition, (playerId, filter, slice) =>
    readBatch(db, playerId, filter, slice),
  ),
  netOfSessions: (playerId: number, sessionIds: readonly string[]) => netOfSessions(db, playerId, sessionIds),
  ofSessions: (playerId: number, sessionIds: readonly string[]) => ofSessions(db, playerId, sessionIds),
});
export type Operations = ReturnType<typeof createOperations>;
