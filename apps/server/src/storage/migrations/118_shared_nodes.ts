/**
 * Several processes may share the machines: each describes itself in its row, and a machine has a zone. A process that
 * starts on an older database adds the columns of `floor_nodes` itself, since it registers before it migrates: the same
 * statements, which may run again.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of NODES_COLUMNS) await sql.raw(statement).execute(db);
  await sql`alter table machines add column zone text check (length(zone) between 1 and 32)`.execute(db);
}

export const NODES_COLUMNS = [
  `alter table floor_nodes
    add column if not exists shared boolean not null default false,
    add column if not exists name text,
    add column if not exists roles text[] not null default '{}',
    add column if not exists version text,
    add column if not exists zone text,
    add column if not exists address text,
    add column if not exists draining boolean not null default false,
    add column if not exists started_at timestamptz not null default now(),
    add column if not exists stats jsonb`,
  `drop index if exists one_active_node`,
  `create unique index if not exists one_exclusive_node on floor_nodes (active) where active and not shared`,
] as const;
