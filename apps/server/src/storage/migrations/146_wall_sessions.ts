/** A session of the wall reads the floor for a screen in the hall, and nothing else. Earlier sessions are full ones. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table staff_sessions add column wall boolean not null default false`.execute(db);
}
