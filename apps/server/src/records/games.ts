/** Games of the house: the list of all, and the record of one as evidence. Read-only. */
import { hash } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { GameEvidence, GameRow, GamesQuery } from "@reelcast/contract/console";
import { textOfGame, textOfLink } from "@reelcast/contract/gameRecord";
import type { GameRecord } from "@reelcast/contract/gameRecord";
import { SKINS, machineMaths } from "@reelcast/machine";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import * as z from "zod/mini";
import { recordOf } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { journalsOf } from "./ledgerRecord.ts";
import { iso, readPage, searchOf } from "./page.ts";
import type { Page } from "./page.ts";

interface Row {
  machine_id: number;
  game_number: number;
  machine: string;
  player_id: number;
  player: string;
  session_id: string;
  free: boolean;
  bet: number;
  win: number;
  hand_pay: number;
  ended_at: Date;
  jackpot: number;
  /** What the list is sorted by; of "newest" the end in microseconds since the epoch. */
  rank: number;
}
const idOf = (machineId: number, number: number) => `${machineId}-${number}`;
const toRow = (row: Row): GameRow => ({
  id: idOf(row.machine_id, row.game_number),
  endedAt: row.ended_at.toISOString(),
  machine: { id: row.machine_id, name: row.machine },
  player: { id: row.player_id, name: row.player },
  session: row.session_id,
  free: row.free,
  bet: row.bet,
  win: row.win,
  handPay: row.hand_pay,
  jackpot: row.jackpot,
});

/** Rank, machine and number of the last game of a page. */
const Position = z.tuple([z.int(), z.int(), z.int()]);
type Position = z.infer<typeof Position>;

const RANKS: Readonly<Record<GamesQuery["order"], RawBuilder<number>>> = {
  newest: sql`(extract(epoch from g.ended_at) * 1000000)::bigint`,
  win: sql`g.win`,
  bet: sql`g.bet`,
};
const ONLY: Readonly<Record<NonNullable<GamesQuery["only"]>, RawBuilder<boolean>>> = {
  won: sql`g.win > 0`,
  handPay: sql`g.hand_pay > 0`,
  jackpot: sql`(g.machine_id, g.game_number) in (select machine_id, game_number from jackpot_hits)`,
  free: sql`g.free`,
};

type Filter = Pick<GamesQuery, "from" | "to" | "player" | "machine" | "session" | "only">;

/** A number alone, or machine and number. */
function numbered(search: string | null): RawBuilder<boolean> {
  const [, machine, number = ""] = /^(?:(\d{1,9})[-:/])?(\d{1,15})$/.exec(search ?? "") ?? [];
  if (search === null) return sql`true`;
  if (number === "") return sql`false`;
  return machine === undefined
    ? sql`g.game_number = ${Number(number)}`
    : sql`g.machine_id = ${Number(machine)} and g.game_number = ${Number(number)}`;
}

/** Longest range of time in which all games of the house are sorted, ms. */
const MAX_SORTED_MS = 32 * 86_400_000;
/** @throws AppError InvalidRequest */
function assertBounded({ order, from, to, player, machine, session }: Omit<GamesQuery, "limit">): void {
  if (order === "newest" || player !== undefined || machine !== undefined || session !== undefined) return;
  const length = (to === undefined ? Date.now() : Date.parse(to)) - (from === undefined ? 0 : Date.parse(from));
  if (length > MAX_SORTED_MS) throw new AppError(ErrorCode.InvalidRequest, { field: "from" });
}

const conditions = ({ from, to, player, machine, session, only }: Filter, search: string | null) =>
  sql.join(
    [
      numbered(search),
      ...(from === undefined ? [] : [sql`g.ended_at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`g.ended_at <= ${to}::timestamptz`]),
      ...(player === undefined ? [] : [sql`g.player_id = ${player}`]),
      ...(machine === undefined ? [] : [sql`g.machine_id = ${machine}`]),
      ...(session === undefined ? [] : [sql`g.session_id = ${session}`]),
      ...(only === undefined ? [] : [ONLY[only]]),
    ],
    sql` and `,
  );

const columns = [
  "machine_id as machineId",
  "game_number as gameNumber",
  "session_id as sessionId",
  "player_id as playerId",
  "free",
  "bet",
  "win",
  "hand_pay as handPay",
  "started_at as startedAt",
  "ended_at as endedAt",
  "meters",
  "detail",
  "hash",
] as const;

/** By the program of a game; computed once. */
let returns: ReadonlyMap<string, number> | null = null;
function mathsOf(record: GameRecord, skinOfMachine: string): GameEvidence["machine"]["maths"] {
  const { skin: played } = (record.outcome ?? {}) as { skin?: unknown };
  const key = typeof played === "string" ? played : skinOfMachine;
  const game = SKINS.find((skin) => skin.key === key)?.game;
  if (game === undefined) return null;
  returns ??= new Map(machineMaths(1).map((maths) => [maths.game, maths.returnToPlayer]));
  const returnToPlayer = returns.get(game);
  return returnToPlayer === undefined ? null : { game, returnToPlayer };
}

interface Link {
  record: GameRecord;
  hash: string | null;
}
/** Of consecutive games of a session, the oldest first; the hash before the oldest is taken as it is. */
function chainOf(before: string | null, links: readonly Link[]): GameEvidence["chain"] {
  let previous = before;
  let checked = 0;
  for (const { record, hash: written } of links) {
    if (written === null) return { state: previous === null ? "unhashed" : "broken", checked };
    if (hash("sha256", textOfLink(previous ?? "", hash("sha256", textOfGame(record)))) !== written)
      return { state: "broken", checked };
    previous = written;
    checked += 1;
  }
  return { state: "intact", checked };
}

/** Games before and after one whose hashes are checked with it. */
const AROUND = 5;

export function createGameRecords(db: Db) {
  async function readRows(query: GamesQuery, search: string | null, after: Position | null, limit: number) {
    const rank = RANKS[query.order];
    const page = sql`(${rank}, g.machine_id, g.game_number)`;
    // By time the index of ended_at or of a player is used; its own order would not be.
    const order = query.order === "newest" ? sql`g.ended_at desc` : sql`${rank} desc`;
    const { rows } = await sql<Row>`
      select g.*, m.name as machine, p.username as player, coalesce((
        select sum(h.amount) from jackpot_hits h where h.machine_id = g.machine_id and h.game_number = g.game_number
      ), 0)::bigint as jackpot
      from (
        select g.machine_id, g.game_number, g.player_id, g.session_id, g.free, g.bet, g.win, g.hand_pay, g.ended_at,
          ${rank} as rank
        from games g where ${conditions(query, search)}
          and ${after === null ? sql`true` : sql`${page} < (${after[0]}, ${after[1]}, ${after[2]})`}
          and ${after === null || query.order !== "newest" ? sql`true` : sql`g.ended_at <= to_timestamp(${after[0]}::numeric / 1000000)`}
        order by ${order}, g.machine_id desc, g.game_number desc limit ${limit}
      ) g
      left join machines m on m.id = g.machine_id
      left join players p on p.id = g.player_id
      order by g.rank desc, g.machine_id desc, g.game_number desc`.execute(db);
    return rows;
  }

  /** Of one session, `count` games before or after a number, the nearest first. */
  async function near(session: string, number: number, side: "before" | "after", count: number) {
    const rows = await db
      .selectFrom("games")
      .where("session_id", "=", session)
      .where("game_number", side === "before" ? "<" : ">", number)
      .orderBy("game_number", side === "before" ? "desc" : "asc")
      .limit(count)
      .select(columns)
      .execute();
    return rows.map((row) => ({ record: recordOf(row), hash: row.hash?.toString("hex") ?? null }));
  }

  async function around(session: string, game: Link) {
    const { number } = game.record;
    const [before, after] = [
      await near(session, number, "before", AROUND + 1),
      await near(session, number, "after", AROUND),
    ];
    // The oldest one only gives its hash.
    const start = before.length > AROUND ? before.at(-1) : undefined;
    const links = [...before.slice(0, AROUND).toReversed(), game, ...after];
    return { before, after, chain: chainOf(start?.hash ?? null, links) };
  }

  async function contextOf(machineId: number, number: number, session: string) {
    const machine = await db
      .selectFrom("machines as m")
      .innerJoin("brands as b", "b.id", "m.brand_id")
      .select(["m.id", "m.name", "m.serial", "m.skin", "b.name as brand"])
      .where("m.id", "=", machineId)
      .executeTakeFirst();
    const played = await db
      .selectFrom("sessions as s")
      .innerJoin("players as p", "p.id", "s.player_id")
      .select(["s.id", "s.started_at", "s.ended_at", "p.id as playerId", "p.username"])
      .where("s.id", "=", session)
      .executeTakeFirst();
    if (!machine || !played) throw new AppError(ErrorCode.NotFound);
    const earlier = await db
      .selectFrom("games")
      .select("meters")
      .where("machine_id", "=", machineId)
      .where("game_number", "<", number)
      .orderBy("game_number", "desc")
      .limit(1)
      .executeTakeFirst();
    const jackpots = await db
      .selectFrom("jackpot_hits as h")
      .innerJoin("jackpots as j", "j.id", "h.jackpot_id")
      .select(["j.id", "j.name", "h.amount"])
      .where("h.machine_id", "=", machineId)
      .where("h.game_number", "=", number)
      .orderBy("j.id")
      .execute();
    return { machine, played, metersBefore: (earlier?.meters ?? null) as GameEvidence["metersBefore"], jackpots };
  }

  return {
    /** @throws AppError InvalidRequest for the highest wins or bets of the whole house without a range of time */
    async list({ cursor, limit, ...query }: GamesQuery): Promise<Page<GameRow>> {
      assertBounded(query);
      const search = searchOf(query.search);
      return readPage(
        { cursor, limit },
        {
          scope: ["games", query],
          position: Position,
          read: (after, most) => readRows({ ...query, limit }, search, after, most),
          positionOf: ({ rank, machine_id: machine, game_number: number }) => [rank, machine, number] as Position,
          itemOf: toRow,
        },
      );
    },

    /** @param id machine and number: "3-1042" @throws AppError NotFound */
    async one(id: string): Promise<GameEvidence> {
      const [machineId = 0, number = 0] = id.split("-").map(Number);
      const row = await db
        .selectFrom("games")
        .where("machine_id", "=", machineId)
        .where("game_number", "=", number)
        .select(columns)
        .executeTakeFirst();
      if (!row) throw new AppError(ErrorCode.NotFound);
      const game: Link = { record: recordOf(row), hash: row.hash?.toString("hex") ?? null };
      const { machine, played, metersBefore, jackpots } = await contextOf(machineId, number, row.sessionId);
      const { before, after, chain } = await around(row.sessionId, game);
      const name = `${machineId}:${number}`;
      const hits = jackpots.map((jackpot) => jackpot.id);
      const nearest = (one: Link | undefined) => (one ? idOf(one.record.machine, one.record.number) : null);
      return {
        id,
        ...game,
        previous: before[0]?.hash ?? null,
        chain,
        metersBefore,
        player: { id: played.playerId, name: played.username },
        session: { id: played.id, startedAt: played.started_at.toISOString(), endedAt: iso(played.ended_at) },
        machine: {
          id: machine.id,
          name: machine.name,
          brand: machine.brand,
          serial: machine.serial,
          maths: mathsOf(game.record, machine.skin),
        },
        jackpots,
        journals: await journalsOf(db, [
          `game:${name}`,
          `contribution:${name}`,
          ...hits.flatMap((hit) => [`jackpot:${hit}:${name}`, `jackpot-seed:${hit}:${name}`]),
        ]),
        before: nearest(before[0]),
        after: nearest(after[0]),
      };
    },
  };
}
