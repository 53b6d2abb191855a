import { sql } from "kysely";
import type { Kysely } from "kysely";

/** What players keep at the house beside the look of the app: the name that they show, and how far they came in courses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table player_settings add column display_name text check (length(display_name) between 1 and 60)`.execute(
    db,
  );
  await sql`
    create table player_courses (
      player_id integer not null references players,
      course_id text not null check (length(course_id) between 1 and 60),
      active_step integer not null check (active_step between 0 and 1000),
      updated_at timestamptz not null default clock_timestamp(),
      primary key (player_id, course_id)
    )`.execute(db);
}
