/** A request to a simulated machine of a demo house: a transfer whose answer is lost and that the machine forgets. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table machine_requests drop constraint machine_requests_kind_check`.execute(db);
  await sql`
    alter table machine_requests add constraint machine_requests_kind_check
      check (kind in ('meters', 'unlock', 'handPay', 'settle', 'back', 'doubt'))`.execute(db);
}
