import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings_versions (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      author text not null check (length(author) between 1 and 200),
      source text not null check (source in ('start', 'file', 'command')),
      body jsonb not null check (jsonb_typeof(body) = 'object'),
      changed text[] not null
    )`.execute(db);
  await sql`
    create trigger settings_versions_append_only before update or delete or truncate on settings_versions
    for each statement execute function append_only()`.execute(db);
  await sql`
    create table settings_files (
      folder text primary key,
      hash text not null,
      seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table token_keys (
      kid text primary key check (length(kid) between 1 and 64),
      key bytea not null check (length(key) >= 32),
      created_at timestamptz not null default now(),
      retired_at timestamptz
    )`.execute(db);
}
