/**
 * Machines closed to new players, and what a host notes of a hand pay before the machine pays it: with the note, its
 * repetition after an interruption is answered with the payment that was made.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table machines
      add column closed_at timestamptz,
      add column closed_reason text,
      add constraint closed_reason_of_closed check (closed_reason is null or closed_at is not null)`.execute(db);
  await sql`alter table machine_requests add column begun jsonb, add column begun_at timestamptz`.execute(db);
  await sql`
    create index machine_requests_hand_pays on machine_requests (machine_id, begun_at desc)
      where kind = 'handPay' and state = 'done' and begun is not null`.execute(db);
}
