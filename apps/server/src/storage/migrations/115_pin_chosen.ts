import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether a PIN was chosen before is known by its hash alone: the first choice compares it, and stores the result.
  await sql`alter table players add column pin_chosen boolean not null default false`.execute(db);
}
