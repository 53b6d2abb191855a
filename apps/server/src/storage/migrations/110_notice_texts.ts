/** Texts of notices by language, besides the one in which a notice was written: {"en": {"title", "detail"}}. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notices add column texts jsonb not null default '{}'
      check (jsonb_typeof(texts) = 'object' and length(texts::text) <= 8000)`.execute(db);
}
