/** Finds the players whose age is not verified among all players, the newest first. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index players_age_unverified on players (id) where age_verified_at is null`.execute(db);
}
