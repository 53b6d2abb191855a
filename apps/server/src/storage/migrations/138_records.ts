/**
 * What the operator's console needs beside the tables of the parts: who works on an item of the work queue, and what its
 * searches read: games by their end, transfers by their beginning, and one text for each player.
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
  await sql`create index games_by_end on games (ended_at)`.execute(db);
  await sql`create index transfers_by_time on transfers (created_at desc, id desc)`.execute(db);
  await sql`
    create index transfers_failed on transfers (created_at desc, id desc) where state = 'failed'`.execute(db);
  await sql`
    alter table players add column search_text text not null
      generated always as (search_fold(username || ' ' || name || ' ' || lastname || ' ' || email)) stored`.execute(db);
  await sql`create index players_banned on players (id) where banned_at is not null`.execute(db);
}
