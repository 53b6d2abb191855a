/** A player's results per day of the player's time zone. Read-only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { DayOfPlay } from "@reelcast/contract";
import { sql } from "kysely";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { checkTimeZone } from "./timeZone.ts";

const MAX_RANGE_MS = 366 * 86_400_000;
/** A range of whole days may be one hour longer at the end of daylight saving time. */
const SUMMER_TIME_MS = 3_600_000;

export interface SummaryQuery {
  from: string;
  to: string;
  timeZone: string;
}

export function createSummary(db: Db, now: () => Date) {
  /** Every day of the range, oldest first, also those without play. @throws AppError InvalidRequest */
  return async function summary(playerId: number, query: SummaryQuery): Promise<DayOfPlay[]> {
    const zone = checkTimeZone(query.timeZone);
    const from = new Date(query.from);
    const to = new Date(query.to);
    const length = to.getTime() - from.getTime();
    if (!(length >= 0 && length <= MAX_RANGE_MS + SUMMER_TIME_MS))
      throw new AppError(ErrorCode.InvalidRequest, { field: "to" });
    // A session is cut at each midnight of that time zone; one that is open lasts until now.
    const days = await sql<DayOfPlay>`
      with span as (
        select (${from}::timestamptz at time zone ${zone})::date as first, (${to}::timestamptz at time zone ${zone})::date as last
      ), range as (
        select first, last, first::timestamp at time zone ${zone} as begins, (last + 1)::timestamp at time zone ${zone} as ends
        from span
      ), played as (
        select day::date as day, sum(extract(epoch from
          least(s.ends, (day + interval '1 day') at time zone ${zone}) - greatest(s.begins, day at time zone ${zone})))::int as seconds
        from range, lateral (
          select greatest(started_at, range.begins) as begins, least(coalesce(ended_at, ${now()}::timestamptz), range.ends) as ends
          from sessions where player_id = ${playerId} and started_at < range.ends
            and (ended_at is null or ended_at > range.begins)
        ) s, lateral generate_series(
          (s.begins at time zone ${zone})::date::timestamp, s.ends at time zone ${zone}, interval '1 day') day
        where s.ends > s.begins
        group by 1
      ), won as (
        select (ended_at at time zone ${zone})::date as day, sum(win - bet)::bigint as net,
          (count(*) filter (where not free))::int as spins
        from games where player_id = ${playerId}
          and ended_at >= (select begins from range) and ended_at < (select ends from range)
        group by 1
      )
      select to_char(day, 'YYYY-MM-DD') as day, coalesce(net, 0) as net, coalesce(seconds, 0) as played,
        coalesce(spins, 0) as spins
      from range, generate_series(range.first::timestamp, range.last, interval '1 day') at(moment),
        lateral (select moment::date as day) d left join played using (day) left join won using (day)
      order by day`
      .execute(db)
      .catch((error: unknown) => {
        // A time zone that Node knows and PostgreSQL does not.
        if (!hasSqlState(error, SQL_STATE.invalidParameterValue)) throw error;
        throw new AppError(ErrorCode.InvalidRequest, { field: "timeZone" });
      });
    return days.rows;
  };
}
