/** Settings are changed at the console, too, and each version has the reason that was given. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settings_versions
      add column why text check (length(why) <= 1000),
      drop constraint settings_versions_source_check,
      add constraint settings_versions_source_check check (source in ('start', 'file', 'command', 'console'))`.execute(
    db,
  );
}
