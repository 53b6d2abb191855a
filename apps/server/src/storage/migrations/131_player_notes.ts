/** Notes of the house about players: only added. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table player_notes (
      id bigint generated always as identity primary key,
      player_id integer not null references players,
      "by" text not null check (length("by") between 1 and 200),
      at timestamptz not null default clock_timestamp(),
      text text not null check (length(text) between 1 and 4000)
    )`.execute(db);
  await sql`create index player_notes_of_player on player_notes (player_id, id desc)`.execute(db);
  await sql`
    create trigger player_notes_stay before update or delete or truncate on player_notes
      for each statement execute function append_only()`.execute(db);
}
