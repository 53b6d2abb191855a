/**
 * One form of all spellings of a username and of an e-mail address, made in code: unique by itself, whatever the database's locale
 * is. Existing rows have none until `foldNames` has made it; those whose form another account had first are duplicates, with their own
 * number, and keep their names.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

const STATEMENTS = [
  `alter table players
    add column username_fold text, add column username_duplicate integer not null default 0,
    add column email_fold text, add column email_duplicate integer not null default 0`,
  "create unique index players_username_fold on players (username_fold, username_duplicate)",
  "create unique index players_email_fold on players (email_fold, email_duplicate)",
  "create index players_username_duplicates on players (id) where username_duplicate > 0 or email_duplicate > 0",
  "create index players_unfolded on players (id) where username_fold is null",
  "drop index players_username",
  "drop index players_email",
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
