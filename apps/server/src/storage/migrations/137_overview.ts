/** What operators see of the floor: since when a machine is out of order, and who watches which machine's picture now. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table machines add column out_of_order_at timestamptz`.execute(db);
  // A row as long as somebody watches. What was watched is in the audit log.
  await sql`
    create table machine_watches (
      id uuid primary key,
      staff_id integer not null,
      staff_session integer not null,
      name text not null check (length(name) between 1 and 200),
      origin text check (length(origin) <= 200),
      machine_id integer not null references machines,
      resource text,
      started_at timestamptz not null default clock_timestamp(),
      seen_at timestamptz not null default clock_timestamp()
    )`.execute(db);
}
