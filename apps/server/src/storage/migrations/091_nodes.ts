import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * The processes on this database. A process that starts on a fresh database makes this table itself, since it must know
 * that it is the active one before it migrates: the same statements, which may run again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of NODES_TABLE) await sql.raw(statement).execute(db);
}

export const NODES_TABLE = [
  `create table if not exists floor_nodes (
    node text primary key,
    number integer generated always as identity unique,
    incarnation integer not null,
    renewal bigint not null default 0,
    postmaster_started timestamptz not null,
    active boolean not null default false
  )`,
  `create unique index if not exists one_active_node on floor_nodes (active) where active`,
] as const;
