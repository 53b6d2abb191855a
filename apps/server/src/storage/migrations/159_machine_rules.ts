/** What operators enter as the rules of a machine, and the figures of games, which are computed once for each version of a game. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table machine_rules (
      machine_id integer primary key references machines (id),
      kind text not null check (kind in ('text', 'pdf')),
      content bytea not null check (octet_length(content) between 1 and 2097152),
      stored_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table game_figures (
      version text primary key check (version ~ '^[0-9a-f]{12}$'),
      figures jsonb not null,
      computed_at timestamptz not null default now()
    )`.execute(db);
}
