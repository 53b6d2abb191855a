/**
 * What a machine reports to be wrong, and since when, as its host has noted it: the next host, of another process or after a
 * restart, counts from the same moment.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table machines add column trouble jsonb`.execute(db);
}
