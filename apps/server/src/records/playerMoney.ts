/** A player's money over time, from the postings of their account. Read-only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { MAX_SERIES_STEPS } from "@reelcast/contract/console";
import type { MoneyMovement, SeriesPoint } from "@reelcast/contract/console";
import { sql } from "kysely";
import * as z from "zod/mini";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { readPage } from "./page.ts";
import type { Page, PageRequest } from "./page.ts";

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Steps of `range`. Days have 23 to 25 hours where clocks change. */
const HOURS = sql`lateral (select at from generate_series(range.first, range.last, interval '1 hour') at)`;
const days = (timeZone: string) => sql`lateral (
  select day at time zone ${timeZone} as at
  from generate_series(range.first at time zone ${timeZone}, range.last at time zone ${timeZone}, interval '1 day') day)`;

export interface SeriesRequest {
  from: string;
  to: string;
  step: keyof typeof STEP_MS;
  /** IANA name. */
  timeZone: string;
}
export interface SpanRequest extends PageRequest {
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

interface Row {
  seq: number;
  at: Date;
  kind: string;
  amount: number;
  balance: number;
  journal_id: number;
  source: string;
  machine_id: number | null;
  machine: string | null;
  session_id: string | null;
  tag: string | null;
  hash: Buffer;
}
const toMovement = (row: Row): MoneyMovement => ({
  seq: row.seq,
  at: row.at.toISOString(),
  kind: row.kind,
  amount: row.amount,
  balance: row.balance,
  journal: row.journal_id,
  source: row.source,
  machine: row.machine_id === null ? null : { id: row.machine_id, name: row.machine ?? "" },
  session: row.session_id,
  tag: row.tag ?? "",
  hash: row.hash.toString("hex"),
});

export function createPlayerMoney(db: Db) {
  async function readRows(playerId: number, { from, to }: SpanRequest, after: number | null, limit: number) {
    // `operations` has the times in the order of the numbers, and the machine; the postings are what counts.
    const { rows } = await sql<Row>`
      select p.seq, j.at, j.kind, p.amount, p.balance, p.journal_id, j.source, p.hash, o.machine_id, m.name as machine,
        o.session_id, o.tag
      from postings p
      join journals j on j.id = p.journal_id
      left join operations o on o.player_id = ${playerId} and o.seq = p.seq
      left join machines m on m.id = o.machine_id
      where p.account_id = (select id from ledger_accounts where kind = 'player' and ref = ${playerId})
        and ${after === null ? sql`true` : sql`p.seq < ${after}`}
        and ${from === undefined ? sql`true` : sql`j.at >= ${from}::timestamptz`}
        and ${to === undefined ? sql`true` : sql`j.at <= ${to}::timestamptz`}
      order by p.seq desc limit ${limit}`.execute(db);
    return rows;
  }

  return {
    /** The newest first. @throws AppError InvalidRequest for a cursor that is none of this list */
    async movements(playerId: number, request: SpanRequest): Promise<Page<MoneyMovement>> {
      const { from = null, to = null } = request;
      return readPage(request, {
        scope: ["money", playerId, from, to],
        position: z.int().check(z.positive()),
        read: (after, limit) => readRows(playerId, request, after, limit),
        positionOf: ({ seq }) => seq,
        itemOf: toMovement,
      });
    },

    /** Every step of the range, the oldest first. @throws AppError InvalidRequest for a range or a time zone */
    async series(playerId: number, { from, to, step, timeZone }: SeriesRequest): Promise<SeriesPoint[]> {
      const [first, last] = [Date.parse(from), Date.parse(to)];
      if (!(last >= first && last - first <= MAX_SERIES_STEPS * STEP_MS[step]))
        throw new AppError(ErrorCode.InvalidRequest, { field: "to" });
      const { rows } = await sql<Omit<SeriesPoint, "at"> & { at: Date; opening: number | null }>`
        with range as (
          select date_trunc(${step}, ${from}::timestamptz, ${timeZone}) as first,
            date_trunc(${step}, ${to}::timestamptz, ${timeZone}) as last
        ), sums as (
          select date_trunc(${step}, at, ${timeZone}) as at, max(seq) as seq,
            coalesce(sum(amount) filter (where amount > 0 and origin = 'machine'), 0)::bigint as "fromMachines",
            coalesce(-sum(amount) filter (where amount < 0 and origin = 'machine'), 0)::bigint as "toMachines",
            coalesce(sum(amount) filter (where amount > 0 and origin <> 'machine'), 0)::bigint as "fromHouse",
            coalesce(-sum(amount) filter (where amount < 0 and origin <> 'machine'), 0)::bigint as "toHouse"
          from operations where player_id = ${playerId} and at >= (select first from range)
            and at < (select last from range) + make_interval(days => 2)
          group by 1
        ), before as (
          select balance from operations where player_id = ${playerId} and at < (select first from range)
          order by seq desc limit 1
        )
        select step.at, o.balance, coalesce(s."fromMachines", 0) as "fromMachines",
          coalesce(s."toMachines", 0) as "toMachines", coalesce(s."fromHouse", 0) as "fromHouse",
          coalesce(s."toHouse", 0) as "toHouse", (select balance from before) as opening
        from range, ${step === "hour" ? HOURS : days(timeZone)} step
        left join sums s on s.at = step.at
        left join operations o on o.player_id = ${playerId} and o.seq = s.seq order by step.at`
        .execute(db)
        .catch((error: unknown) => {
          if (!hasSqlState(error, SQL_STATE.invalidParameterValue)) throw error;
          throw new AppError(ErrorCode.InvalidRequest, { field: "timeZone" });
        });
      // A step without postings keeps the balance of the one before.
      let balance = rows[0]?.opening ?? null;
      return rows.map((row) => {
        balance = row.balance ?? balance;
        const { fromMachines, toMachines, fromHouse, toHouse } = row;
        return { at: row.at.toISOString(), balance, fromMachines, toMachines, fromHouse, toHouse };
      });
    },
  };
}
