/**
 * Games carry the machine's meters and a hash, each of which covers the game and the one before it in its session. Games from
 * before stay as they are, without both.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table games add column meters jsonb, add column hash bytea`.execute(db);
  // They have got parameters with defaults: the former versions would make calls ambiguous.
  for (const name of ["record_game_with_jackpots", "record_game"]) {
    await sql`
      drop function if exists ${sql.id(name)}(integer, bigint, integer, text, boolean, bigint, bigint, bigint, timestamptz,
        timestamptz, jsonb, bigint)`.execute(db);
  }
  // The last games of a session; spins are still counted without reading the games themselves.
  await sql`create index games_of_session_by_number on games (session_id, game_number) include (free)`.execute(db);
  await sql`drop index games_of_session_by_free`.execute(db);
}
