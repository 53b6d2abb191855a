/** The results of a machine, and a player's own there, from the recorded games. Read-only, and bounded: the latest sessions and games alone. */
import { MAX_RESULT_GAMES } from "@reelcast/contract";
import type { MachineRecord, MachineResults } from "@reelcast/contract";
import type { GameFigures } from "@reelcast/machine";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import { expectationOf } from "./expectation.ts";

const MAX_SESSIONS = 500;

/** Whose games: of one player, or of all (null). */
export interface Played {
  machineId: number;
  playerId: number | null;
}
interface Row {
  lines: number | null;
  games: number;
  bet: number;
  win: number;
  bet2: number;
  gambled2: number;
  hits: number;
  dry: number;
  /** Of all lines. */
  read: number;
  since: Date;
}

/**
 * @internal for the test of its plan
 *
 * By indexes: the sessions of the player (sessions_by_start) or of the machine (sessions_of_machine), then the games of each
 * (games_of_session_by_number), until there are enough.
 * A paid game and the free games after it are one round, so that rounds are independent of each other.
 */
export const roundsOf = ({ machineId, playerId }: Played) => sql<Row>`
    with own as (
      select id from sessions where machine_id = ${machineId} ${playerId === null ? sql`` : sql`and player_id = ${playerId}`}
      order by started_at desc, id desc limit ${MAX_SESSIONS}
    ), latest as materialized (
      select g.* from own cross join lateral (
        select game_number, free, bet, win, detail, ended_at from games
        where session_id = own.id order by game_number desc limit ${MAX_RESULT_GAMES}
      ) g limit ${MAX_RESULT_GAMES}
    ), figures as (
      select ended_at, game_number, free, bet::float8 as bet, win::float8 as win,
        case when jsonb_typeof(detail -> 'lines') = 'number' then (detail ->> 'lines')::float8::int end as lines,
        case when jsonb_typeof(detail -> 'drawn') = 'number' then (detail ->> 'drawn')::float8 else win end as drawn,
        case when jsonb_typeof(detail -> 'gambled') = 'array' then least(jsonb_array_length(detail -> 'gambled'), 30) else 0 end
          as doubled
      from latest
    ), numbered as (
      select *, count(*) filter (where not free) over (order by ended_at, game_number) as round from figures
    ), rounds as (
      select round, sum(bet) as bet, sum(win) as win, max(lines) filter (where not free) as lines,
        bool_or(win > 0 or drawn > 0) as paid, sum(drawn * drawn * (power(4, doubled) - 1) / 3) as gambled2
      from numbered where round > 0 group by round
    ), runs as (
      select paid, count(*) filter (where paid) over (order by round) as run from rounds
    ), dry as (
      select coalesce(max(length), 0)::int as longest
      from (select count(*) filter (where not paid) as length from runs group by run) r
    )
    select lines, count(*)::int as games, sum(bet) as bet, sum(win) as win, sum(bet * bet) as bet2, sum(gambled2) as gambled2,
      (count(*) filter (where paid))::int as hits, (select longest from dry) as dry,
      (select count(*) from latest)::int as read, (select min(ended_at) from latest) as since
    from rounds group by lines`;

const sumOf = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);

export async function recordOf(db: Db, machineId: number): Promise<MachineRecord> {
  const { rows } = await roundsOf({ machineId, playerId: null }).execute(db);
  return {
    games: sumOf(rows, ({ games }) => games),
    hits: sumOf(rows, ({ hits }) => hits),
    longestDryRun: rows[0]?.dry ?? 0,
  };
}

/** @param figures of the machine's game; null: not known */
export async function resultsOf(
  db: Db,
  playerId: number,
  { machineId, figures }: { machineId: number; figures: GameFigures | null },
): Promise<Omit<MachineResults, "machine">> {
  const { rows } = await roundsOf({ machineId, playerId }).execute(db);
  const sum = (of: (row: Row) => number) => sumOf(rows, of);
  const [first] = rows;
  return {
    games: sum(({ games }) => games),
    isLimited: (first?.read ?? 0) >= MAX_RESULT_GAMES,
    since: first?.since.toISOString() ?? null,
    bet: sum(({ bet }) => bet),
    win: sum(({ win }) => win),
    hits: sum(({ hits }) => hits),
    longestDryRun: first?.dry ?? 0,
    expectation: figures ? expectationOf(rows, figures) : null,
  };
}
