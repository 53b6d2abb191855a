/** A player's usage of each limit in its current period, from transfers, games and sessions. Read-only. */
import { sql } from "kysely";
import { OPERATION } from "@reelcast/contract";
import type { LimitKind, LimitPeriod } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import type { Period } from "./periods.ts";

export type LimitUsage = Record<LimitKind, Record<LimitPeriod, number>>;

/** Tag of a posting that puts a mistake of the house right. */
const CORRECTION = "correction";

type Sums = Record<LimitPeriod, number>;

/**
 * deposit: what the house has paid into the account, without what it took back; corrections are no deposits. cashIn: transfers
 * to machines, including pending ones: a transfer in doubt counts until it has failed. loss: bets
 * less wins of games that ended within the period. time: milliseconds of sessions within the period, the open one up to
 * `now`.
 */
export async function readUsage(
  db: Db | Trx,
  playerId: number,
  periods: Record<LimitPeriod, Period>,
  now: Date,
): Promise<LimitUsage> {
  const [day, week, month] = [periods.day, periods.week, periods.month].map(({ from }) => new Date(from));
  const earliest = new Date(Math.min(periods.day.from, periods.week.from, periods.month.from));
  const within = sql`player_id = ${playerId}`;
  const deposit = sql<Sums>`
    select
      coalesce(sum(amount) filter (where at >= ${day}), 0)::bigint as day,
      coalesce(sum(amount) filter (where at >= ${week}), 0)::bigint as week,
      coalesce(sum(amount) filter (where at >= ${month}), 0)::bigint as month
    from operations
    where ${within} and type = ${OPERATION.deposit} and origin = 'house' and tag <> ${CORRECTION} and at >= ${earliest}`.execute(
    db,
  );
  const cashIn = sql<Sums>`
    select
      coalesce(sum(amount) filter (where at >= ${day}), 0)::bigint as day,
      coalesce(sum(amount) filter (where at >= ${week}), 0)::bigint as week,
      coalesce(sum(amount) filter (where at >= ${month}), 0)::bigint as month
    from (
      select created_at as at, coalesce(moved, amount) as amount from transfers
      where ${within} and kind = 'cashin' and state <> 'failed' and created_at >= ${earliest}
    ) as moved`.execute(db);
  const loss = sql<Sums>`
    select
      coalesce(sum(bet - win) filter (where ended_at >= ${day}), 0)::bigint as day,
      coalesce(sum(bet - win) filter (where ended_at >= ${week}), 0)::bigint as week,
      coalesce(sum(bet - win) filter (where ended_at >= ${month}), 0)::bigint as month
    from games where ${within} and ended_at >= ${earliest}`.execute(db);
  // Time of a session before the period does not count.
  const since = (from: Date | undefined) => sql`
    coalesce(sum(greatest(0, extract(epoch from "end" - greatest(started_at, ${from}::timestamptz)) * 1000)), 0)::bigint`;
  const time = sql<Sums>`
    select ${since(day)} as day, ${since(week)} as week, ${since(month)} as month
    from (
      select started_at, coalesce(ended_at, greatest(started_at, ${now}::timestamptz)) as "end" from sessions
      where ${within} and (ended_at is null or ended_at >= ${earliest})
    ) as spent`.execute(db);
  const rows = await Promise.all([deposit, cashIn, loss, time]);
  const [paidIn, moved, lost, spent] = rows.map(({ rows: [sums] }) => {
    if (!sums) throw new Error("the database answered no sums");
    return sums;
  });
  if (!paidIn || !moved || !lost || !spent) throw new Error("the database answered no sums");
  return { deposit: paidIn, cashIn: moved, loss: lost, time: spent };
}
