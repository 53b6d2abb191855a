/** The version of the functions in the database: a process of an older version leaves those of a newer one in place. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table functions_version (
      one boolean primary key default true check (one),
      version integer not null
    )`.execute(db);
  await sql`insert into functions_version (version) values (0)`.execute(db);
}
