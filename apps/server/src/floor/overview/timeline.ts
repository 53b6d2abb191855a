/**
 * What happened at one machine: its games, transfers, sessions and significant events, and what people and the house did with
 * it. Each of these has numbers that only rise, and a cursor holds the number reached in each: what comes meanwhile moves no page, in neither
 * direction.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { TIMELINE_KINDS } from "@reelcast/contract/console";
import type { MachineTimeline, TimelineEntry, TimelineKind } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../../storage/index.ts";

/** By kind: the number of the last entry that a reader has; null, or absent: the reader is before the newest one. */
const Positions = z.partialRecord(z.enum(TIMELINE_KINDS), z.nullable(z.int().check(z.nonnegative())));
type Positions = z.infer<typeof Positions>;
/** What is to be read of one kind. */
interface Slice {
  machineId: number;
  direction: "older" | "newer";
  /** Exclusive. */
  from: number | null;
  limit: number;
}
interface Numbered {
  number: number;
  entry: TimelineEntry;
}
export interface TimelineQuery {
  /** Cursors of an earlier page; without one, the newest entries. */
  newer?: string | undefined;
  older?: string | undefined;
  limit: number;
  kinds?: readonly TimelineKind[] | undefined;
}

const parts = (
  { direction, from }: Slice,
  column: string,
  valueOf: (number: number) => RawBuilder<unknown> = (number) => sql`${number}`,
) => ({
  within:
    from === null
      ? sql<boolean>`true`
      : sql<boolean>`${sql.raw(column)} ${sql.raw(direction === "older" ? "<" : ">")} ${valueOf(from)}`,
  order: sql.raw(`${column} ${direction === "older" ? "desc" : "asc"}`),
});
const named = (id: number, name: string | null) => ({ id, name: name ?? "" });

/** A session's number: microseconds. A machine has one open session at a time, so no two begin at once. */
const startedAt = (number: number) => sql`'epoch'::timestamptz + ${number} * interval '1 microsecond'`;

const READ: Readonly<Record<TimelineKind, (db: Db, slice: Slice) => Promise<Numbered[]>>> = {
  async game(db, slice) {
    const { within, order } = parts(slice, "g.game_number");
    const rows = await db
      .selectFrom("games as g")
      .leftJoin("players as p", "p.id", "g.player_id")
      .select(["g.game_number as number", "g.free", "g.bet", "g.win", "g.hand_pay", "g.ended_at", "g.player_id"])
      .select("p.username")
      .where("g.machine_id", "=", slice.machineId)
      .where(within)
      .orderBy(order)
      .limit(slice.limit)
      .execute();
    return rows.map(({ number, free, bet, win, hand_pay: handPay, ended_at, player_id, username }) => ({
      number,
      entry: {
        kind: "game",
        id: `game:${number}`,
        at: ended_at.toISOString(),
        number,
        free,
        bet,
        win,
        handPay,
        player: named(player_id, username),
      },
    }));
  },
  async transfer(db, slice) {
    const { within, order } = parts(slice, "t.number");
    const rows = await db
      .selectFrom("transfers as t")
      .leftJoin("players as p", "p.id", "t.player_id")
      .select(["t.number", "t.id", "t.kind", "t.state", "t.amount", "t.moved", "t.code", "t.created_at", "t.player_id"])
      .select("p.username")
      .where("t.machine_id", "=", slice.machineId)
      .where(within)
      .orderBy(order)
      .limit(slice.limit)
      .execute();
    return rows.map(({ number, id, kind, state, amount, moved, code, created_at, player_id, username }) => ({
      number,
      entry: {
        kind: "transfer",
        id: `transfer:${number}`,
        at: created_at.toISOString(),
        transfer: id,
        direction: kind,
        state,
        amount,
        moved,
        code,
        player: named(player_id, username),
      },
    }));
  },
  async session(db, slice) {
    const { within, order } = parts(slice, "s.started_at", startedAt);
    const rows = await db
      .selectFrom("sessions as s")
      .leftJoin("players as p", "p.id", "s.player_id")
      .select(sql<number>`(extract(epoch from s.started_at) * 1000000)::bigint`.as("number"))
      .select(["s.id", "s.started_at", "s.ended_at", "s.end_reason", "s.paid_out", "s.player_id", "p.username"])
      .where("s.machine_id", "=", slice.machineId)
      .where(within)
      .orderBy(order)
      .limit(slice.limit)
      .execute();
    return rows.map(({ number, id, started_at, ended_at, end_reason, paid_out, player_id, username }) => ({
      number,
      entry: {
        kind: "session",
        id: `session:${id}`,
        at: started_at.toISOString(),
        session: id,
        player: named(player_id, username),
        endedAt: ended_at?.toISOString() ?? null,
        endReason: end_reason,
        paidOut: paid_out,
      },
    }));
  },
  async act(db, slice) {
    const { within, order } = parts(slice, "seq");
    const rows = await db
      .selectFrom("audit_log")
      .select(["seq", "at", "by", "via", "act", "why"])
      .select(sql<string | null>`after ->> 'outcome'`.as("outcome"))
      .where("target", "=", `machine ${slice.machineId}`)
      .where(within)
      .orderBy(order)
      .limit(slice.limit)
      .execute();
    return rows.map(({ seq, at, ...act }) => ({
      number: seq,
      entry: { kind: "act", id: `act:${seq}`, at: at.toISOString(), seq, ...act },
    }));
  },
  async event(db, slice) {
    const { within, order } = parts(slice, "e.id");
    const rows = await db
      .selectFrom("significant_events as e")
      .leftJoin("players as p", "p.id", "e.player_id")
      .select(["e.id", "e.at", "e.kind", "e.facts", "e.player_id", "p.username"])
      .where("e.machine_id", "=", slice.machineId)
      .where(within)
      .orderBy(order)
      .limit(slice.limit)
      .execute();
    return rows.map(({ id, at, kind, facts, player_id, username }) => ({
      number: id,
      entry: {
        kind: "event",
        id: `event:${id}`,
        at: at.toISOString(),
        event: kind,
        facts,
        player: player_id === null ? null : named(player_id, username),
      },
    }));
  },
};

const write = (positions: Positions): string => Buffer.from(JSON.stringify(positions)).toString("base64url");
/** @throws AppError InvalidRequest */
function read(cursor: string): Positions {
  try {
    return Positions.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new AppError(ErrorCode.InvalidRequest, { field: "cursor" }, { cause: error });
  }
}
/** A page of the version before does not know events, and does not ask for them. */
const BY_DEFAULT = TIMELINE_KINDS.filter((kind) => kind !== "event");
const BEFORE_ALL: Positions = { game: null, transfer: null, session: null, act: null, event: null };

/** @throws AppError InvalidRequest for a cursor that is none */
export async function readTimeline(db: Db, machineId: number, query: TimelineQuery): Promise<MachineTimeline> {
  const { newer, older, limit } = query;
  // Each kind is a read of its own: one that is named again is read once.
  const kinds = [...new Set(query.kinds ?? BY_DEFAULT)];
  const direction = newer === undefined ? "older" : "newer";
  const given = newer ?? older;
  const from = given === undefined ? BEFORE_ALL : read(given);
  const slices = await Promise.all(
    kinds.map(async (kind) => ({
      kind,
      rows: await READ[kind](db, { machineId, direction, from: from[kind] ?? null, limit: limit + 1 }),
    })),
  );
  const sign = direction === "older" ? -1 : 1;
  const merged = slices
    .flatMap(({ kind, rows }) => rows.map((row) => ({ kind, ...row })))
    .toSorted((one, other) => sign * (Date.parse(one.entry.at) - Date.parse(other.entry.at)));
  const page = merged.slice(0, limit);
  const reached = { ...from };
  // What comes from now on is on no older page, also of a kind that this page has nothing of.
  if (direction === "older") for (const { kind, rows } of slices) reached[kind] ??= (rows[0]?.number ?? -1) + 1;
  for (const { kind, number } of page) reached[kind] = number;
  if (direction === "newer")
    return { items: page.map(({ entry }) => entry).toReversed(), newer: write(reached), older: null };
  const newest = { ...from };
  for (const { kind, rows } of slices) newest[kind] = rows[0]?.number ?? 0;
  return {
    items: page.map(({ entry }) => entry),
    newer: given === undefined ? write(newest) : given,
    older: merged.length > limit ? write(reached) : null,
  };
}
