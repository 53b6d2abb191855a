/** What the operator's console needs: its acts in the audit log, codes of refusals, and who takes a player's chat. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log
      drop constraint audit_log_via_check,
      add constraint audit_log_via_check check (via in ('command', 'api', 'console', 'system'))`.execute(db);
  await sql`
    alter table machine_requests
      add column refusal jsonb,
      drop constraint machine_requests_kind_check,
      add constraint machine_requests_kind_check check (kind in ('meters', 'unlock', 'handPay', 'settle', 'back'))`.execute(
    db,
  );
  await sql`
    create table chat_assignments (
      player_id integer primary key references players,
      assignee text not null check (length(assignee) between 1 and 200),
      assigned_at timestamptz not null default clock_timestamp()
    )`.execute(db);
}
