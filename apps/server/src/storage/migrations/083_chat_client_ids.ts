/** What a player's client called a message when it sent it: the same message sent again is found by it, and stands once. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_messages add column client_id uuid`.execute(db);
  await sql`
    create unique index chat_messages_of_client on chat_messages (author_id, client_id)
    where client_id is not null`.execute(db);
}
