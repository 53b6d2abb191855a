/**
 * Indexes of searches that would read whole tables: a transfer by the id of the client's request, the games of a machine by time,
 * and games that an attendant paid.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transfers_by_client_id on transfers (client_transfer_id)`.execute(db);
  await sql`create index games_of_machine_by_end on games (machine_id, ended_at desc, game_number desc)`.execute(db);
  await sql`
    create index games_paid_by_hand on games (ended_at desc, machine_id desc, game_number desc) where hand_pay > 0`.execute(
    db,
  );
}
