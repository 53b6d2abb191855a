/** Sign-in links that were followed: for a minute their exchange is answered again to the browser that made it. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table followed_links (
      digest text primary key check (length(digest) = 43),
      player_id integer not null references players,
      family text not null,
      expires_at timestamptz not null
    )`.execute(db);
}
