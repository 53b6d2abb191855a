/**
 * Each account has a version, which rises with every change of its balance and of what is held of it: several processes publish
 * the same player's balance, and what arrives last need not be the newest.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_accounts add column version bigint not null default 0`.execute(db);
}
