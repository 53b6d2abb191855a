/** When a player last decided about limits of money: with the rule of play limitPrompt they are asked until they have. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table player_protection add column limit_decided_at timestamptz`.execute(db);
}
