/** The operator's pictures, which all edges share, and what each folder of a process had in common with them last. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pictures (
      kind text not null check (kind in ('brands', 'machines', 'symbols')),
      name text not null check (length(name) between 1 and 200 and name !~ '[/\\\\]' and name !~ '^\\.'),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      content bytea not null check (octet_length(content) between 1 and 4194304),
      changed_at timestamptz not null,
      primary key (kind, name)
    )`.execute(db);
  await sql`
    create table picture_folders (
      folder text primary key,
      files jsonb not null check (jsonb_typeof(files) = 'object')
    )`.execute(db);
}
