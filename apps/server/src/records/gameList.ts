/** Games of the house in pages: the newest, the highest wins or the highest bets first. Read-only. */
import { AppError, ErrorCode, Id } from "@reelcast/contract";
import type { GameRow, GamesQuery } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";
import { readPage, searchOf } from "./page.ts";
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
export const gameIdOf = (machineId: number, number: number) => `${machineId}-${number}`;
const toRow = (row: Row): GameRow => ({
  id: gameIdOf(row.machine_id, row.game_number),
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
const Position = z.tuple([z.int(), Id, z.int()]);
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

/**
 * All games, or few of them one by one in their primary key: with a jackpot, or of a number at each machine. Looking for those in
 * all games by time takes seconds, and an index of numbers alone would cost every game. "offset 0" keeps this order.
 */
function sourceOf(only: GamesQuery["only"], search: string | null): RawBuilder<unknown> {
  const oneByOne = (few: RawBuilder<unknown>) => sql`(
    select game.* from (${few}) few cross join lateral (
      select * from games where machine_id = few.machine_id and game_number = few.game_number offset 0
    ) game)`;
  if (search !== null && /^\d{1,15}$/.test(search))
    return oneByOne(sql`select id as machine_id, ${Number(search)}::bigint as game_number from machines`);
  if (only === "jackpot") return oneByOne(sql`select distinct machine_id, game_number from jackpot_hits`);
  return sql`games`;
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

async function readRows(db: Db, query: GamesQuery, search: string | null, after: Position | null, limit: number) {
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
      from ${sourceOf(query.only, search)} g where ${conditions(query, search)}
        and ${after === null ? sql`true` : sql`${page} < (${after[0]}, ${after[1]}, ${after[2]})`}
        and ${after === null || query.order !== "newest" ? sql`true` : sql`g.ended_at <= to_timestamp(${after[0]}::numeric / 1000000)`}
      order by ${order}, g.machine_id desc, g.game_number desc limit ${limit}
    ) g
    left join machines m on m.id = g.machine_id
    left join players p on p.id = g.player_id
    order by g.rank desc, g.machine_id desc, g.game_number desc`.execute(db);
  return rows;
}

/** @throws AppError InvalidRequest for the highest wins or bets of the whole house without a range of time */
export async function listGames(db: Db, { cursor, limit, ...query }: GamesQuery): Promise<Page<GameRow>> {
  assertBounded(query);
  const search = searchOf(query.search);
  return readPage(
    { cursor, limit },
    {
      scope: ["games", query],
      position: Position,
      read: (after, most) => readRows(db, { ...query, limit }, search, after, most),
      positionOf: ({ rank, machine_id: machine, game_number: number }) => [rank, machine, number] as Position,
      itemOf: toRow,
    },
  );
}
