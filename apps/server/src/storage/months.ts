/** Partitions of the tables that are partitioned by month: the owner creates them ahead of time and drops them whole. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Trx } from "./database.ts";
import { SQL_STATE, hasSqlState } from "./sqlState.ts";

/** Months after the present one. */
const AHEAD = 2;
/** Maximum time that writers of a log wait while a partition is created. */
const LOCK_WITHIN = "2s";
/** The same while one is dropped. The server's queries time out after 5 s. */
const DROP_WITHIN = "1s";
const DROP_ATTEMPTS = 5;
const DROP_PAUSE_MS = 2_000;

/** Number of existing partitions after the present month (UTC), without a gap, at most 2; -1 if the present one is missing. */
export interface MonthsAhead {
  table: string;
  ahead: number;
}

/** For every partitioned table of the schema. */
export async function monthsAhead(db: Db): Promise<MonthsAhead[]> {
  const { rows } = await sql<MonthsAhead>`
    select c.relname::text as "table",
      coalesce(min(n) filter (where to_regclass(quote_ident(c.relname ||
        to_char((now() at time zone 'UTC') + n * interval '1 month', '_YYYY_MM'))) is null), ${AHEAD + 1}::int) - 1 as ahead
    from pg_class c cross join generate_series(0, ${AHEAD}::int) n
    where c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/** For every partitioned table of the schema. @throws if one can't be created; the others are created nevertheless */
export async function addMonthsAhead(owner: Db): Promise<void> {
  const errors: unknown[] = [];
  for (const { table } of await monthsAhead(owner)) {
    try {
      await owner.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN)}`.execute(trx);
        await sql`
          select add_months(${table}, ((now() at time zone 'UTC') + ${AHEAD} * interval '1 month')::date)`.execute(trx);
      });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 0) {
    // add_months skips a month whose rows are in the default partition.
    for (const { table, ahead } of await monthsAhead(owner))
      if (ahead < AHEAD) errors.push(new Error(`rows of a month of ${table} are in ${table}_default already`));
  }
  if (errors.length > 0) {
    const reasons = errors.map((error) => (error instanceof Error ? error.message : String(error)));
    throw new AggregateError(errors, `the months of a log could not be made: ${reasons.join("; ")}`);
  }
}

export interface OldMonths {
  /** The end of the last old month. */
  before: Date;
  /** The partitions, the oldest first: "log_entries_2026_01". */
  months: { name: string; rows: number }[];
  /** Old rows in the default partition, which can't be dropped. */
  withoutMonth: number;
}

/** The months older than the present one and `keep` whole months. @param table a partitioned table */
export async function oldMonths(db: Db, table: string, keep: number): Promise<OldMonths> {
  const { rows } = await sql<{ before: Date; last: string }>`
    select m at time zone 'UTC' as before, to_char(m, 'YYYY_MM') as last
    from (select date_trunc('month', now() at time zone 'UTC') - ${keep}::int * interval '1 month' as m) t`.execute(db);
  const [end] = rows;
  if (!end) throw new Error("the database did not say which month it is");
  const months = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(quote_ident(${table})) and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and right(c.relname, 7) < ${end.last} order by 1`.execute(db);
  // By the partitioned table: the server's login may not read partitions directly.
  const counts = await sql<{ name: string; rows: number }>`
    select c.relname::text as name, l.rows
    from (select tableoid, count(*)::int as rows from ${sql.table(table)} where at < ${end.before} group by 1) l
    join pg_class c on c.oid = l.tableoid`.execute(db);
  const rowsIn = new Map(counts.rows.map(({ name, rows: n }) => [name, n]));
  return {
    before: end.before,
    months: months.rows.map(({ name }) => ({ name, rows: rowsIn.get(name) ?? 0 })),
    withoutMonth: rowsIn.get(`${table}_default`) ?? 0,
  };
}

/** Number of rows of a month, and the times of the first and last; for the owner. @param month "log_entries_2026_01" */
export async function contentsOf(
  trx: Trx,
  month: string,
): Promise<{ rows: number; first: Date | null; last: Date | null }> {
  const { rows } = await sql<{ rows: number; first: Date | null; last: Date | null }>`
    select count(*)::int as rows, min(at) as first, max(at) as last from ${sql.table(month)}`.execute(trx);
  return rows[0] ?? { rows: 0, first: null, last: null };
}

export interface MonthToDrop<T> {
  /** The partitioned table and its partition. */
  table: string;
  month: string;
  /** Reads the month while a lock prevents writes. */
  read: (trx: Trx) => Promise<T>;
  /** Records the drop, in the same transaction. */
  record: (trx: Trx, seen: T) => Promise<void>;
}

const isLocked = (error: unknown): boolean =>
  hasSqlState(error, SQL_STATE.lockNotAvailable, SQL_STATE.deadlockDetected);

/**
 * Drops a month with all its rows, and records it, in one transaction. The partitioned table is locked only for the drop
 * itself, which is short. If others hold a lock on it, the drop times out, lets them proceed and is tried again.
 * @throws the database's error; then nothing is dropped. SQL_STATE.lockNotAvailable: the table was in use each time
 */
export async function dropMonth<T>(owner: Db, { table, month, read, record }: MonthToDrop<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await owner.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(DROP_WITHIN)}`.execute(trx);
        await sql`lock table only ${sql.table(month)} in share mode`.execute(trx);
        const seen = await read(trx);
        // Without `detach`, which would add triggers for a foreign key to the players' table, and lock it.
        await sql`lock table only ${sql.table(table)} in access exclusive mode`.execute(trx);
        await sql`drop table ${sql.table(month)}`.execute(trx);
        await record(trx, seen);
        return seen;
      });
    } catch (error) {
      if (!isLocked(error) || attempt === DROP_ATTEMPTS) throw error;
      await pause(DROP_PAUSE_MS);
    }
  }
}
