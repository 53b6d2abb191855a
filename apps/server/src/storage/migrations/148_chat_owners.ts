/** A chat has one owner: those who took one in the work queue have it at the support desk, unless somebody has it there. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into chat_assignments (player_id, assignee, assigned_at)
    select p.id, w.owner, w.taken_at from work_items w join players p on w.key = 'chat:' || p.id
    on conflict (player_id) do nothing`.execute(db);
  await sql`delete from work_items where key like 'chat:%'`.execute(db);
}
