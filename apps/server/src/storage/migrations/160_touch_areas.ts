/** Where an operator has drawn a machine's controls in its picture: parts of its width and height. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table machines add column touch_areas jsonb not null default '[]' check (jsonb_typeof(touch_areas) = 'array')
  `.execute(db);
}
