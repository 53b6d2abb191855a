import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: a machine that was removed is not shown, and nothing else depends on the mark.
  await sql`
    alter table player_settings
      add column favourites integer[] not null default '{}' check (cardinality(favourites) <= 200)`.execute(db);
}
