/** The least amount that may be moved to a machine at once, where the operator has set one: minor units. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table machines add column least_deposit bigint check (least_deposit > 0)`.execute(db);
}
