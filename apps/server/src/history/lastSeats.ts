/** What a player took to each machine the last time they played there, and with which bet: to sit down so again. Read-only. */
import { OPERATION } from "@reelcast/contract";
import type { LastSeat } from "@reelcast/contract";
import { GameOutcome } from "@reelcast/contract/gameRecord";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

/** Sessions that are read: a player often returns to the same machine. */
const SESSIONS = 50;

interface Row {
  machineId: number;
  at: Date;
  amount: number;
  bet: number;
  detail: unknown;
}

/** Of a machine that reports neither, only the bet of the game is known. */
function choiceOf(detail: unknown): Pick<LastSeat, "lines" | "betPerLine"> {
  const { data } = GameOutcome.safeParse(detail);
  return { lines: data?.lines ?? null, betPerLine: data?.betPerLine ?? null };
}

/** The last ended session of each machine in which money was moved there and a paid game was played; the newest first. */
export function createLastSeats(db: Db) {
  return async function lastSeats(playerId: number): Promise<LastSeat[]> {
    const { rows } = await sql<Row>`
      with lately as (
        select id, machine_id, started_at from sessions
        where player_id = ${playerId} and ended_at is not null
        order by started_at desc, id desc limit ${SESSIONS}
      ), played as (
        select distinct on (s.machine_id) s.machine_id as "machineId", s.started_at as at, moved.amount, game.bet, game.detail
        from lately s
        cross join lateral (
          select -amount as amount from operations
          where session_id = s.id and type = ${OPERATION.cashIn} order by seq limit 1
        ) moved
        cross join lateral (
          select bet, detail from games
          where session_id = s.id and not free and bet > 0 order by game_number desc limit 1
        ) game
        order by s.machine_id, s.started_at desc
      )
      select * from played order by at desc`.execute(db);
    return rows.map(({ at, detail, ...row }) => ({ ...row, at: at.toISOString(), ...choiceOf(detail) }));
  };
}
