import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Apart from players: it changes with every touch of the theme panel, and players is read at every call.
  await sql`
    create table player_settings (
      player_id integer primary key references players,
      theme jsonb check (jsonb_typeof(theme) = 'object' and octet_length(theme::text) <= 2048),
      shortcuts text[] not null default '{}' check (cardinality(shortcuts) <= 40),
      updated_at timestamptz not null default now()
    )`.execute(db);
}
