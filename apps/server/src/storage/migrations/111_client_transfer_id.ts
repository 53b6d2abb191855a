/** The id that the player's client gave to a transfer has one name everywhere: clientTransferId. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transfers rename column key to client_transfer_id`.execute(db);
  await sql`alter table transfers rename constraint transfers_key to transfers_client_transfer_id`.execute(db);
}
