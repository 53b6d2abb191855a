/**
 * What the operator's console needs beside the tables of the parts: who works on an item of the work queue, and indices for
 * its lists of games and transfers. Games of a day are found by a summary of blocks, which costs their recording nothing.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work_items (
      key text primary key check (length(key) between 1 and 120),
      owner text not null check (length(owner) between 1 and 200),
      taken_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index games_by_end on games using brin (ended_at) with (pages_per_range = 32, autosummarize = on)`.execute(
    db,
  );
  await sql`create index transfers_by_time on transfers (created_at desc, id desc)`.execute(db);
}
