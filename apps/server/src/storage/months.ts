/** The months of the tables that are partitioned by month: made ahead by the owner, so that a row never lacks its own. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Besides the present month. */
const AHEAD = 2;
/** Writers of a log wait so long at most for a month that is being made. */
const LOCK_WITHIN = "2s";

/** Of every partitioned table of the schema. @throws where one can't be made now; the others are made all the same */
export async function addMonthsAhead(owner: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select c.oid::regclass::text as table from pg_class c
    where c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace order by c.relname`.execute(owner);
  const errors: unknown[] = [];
  for (const { table } of rows) {
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
  if (errors.length > 0) throw new AggregateError(errors, "the months of a log could not be made");
}
