/**
 * Limits of deposits to the account beside those of moves to machines, and what the house knows of a player's age.
 *
 * The kind `deposit` goes on to be the limit of moves to machines, under its first name: processes of the version before
 * read and write it while this version is rolled out. A limit of deposits to the account is stored as `account`.
 *
 * A looser limit now takes effect when it is confirmed. Those whose day was over were in force already, and stay so; the
 * others wait for their player.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table player_limits drop constraint player_limits_kind_check`.execute(db);
  await sql`
    alter table player_limits
      add constraint player_limits_kind_check check (kind in ('account', 'deposit', 'loss', 'time'))`.execute(db);
  await sql`
    update player_limits set value = pending_value, pending_value = null, pending_from = null
    where pending_from <= now()`.execute(db);
  await sql`alter table players add column age_verified_at timestamptz, add column born_on date`.execute(db);
}
