/**
 * What the support desk needs: which chats wait, since which message, and which are closed; who of the house wrote an answer;
 * answers that are written in advance; and the audit log by its times. The state of a chat follows its messages by a trigger, whatever program writes them.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

async function stateOfChats(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chats
      add column last_message bigint,
      add column waits_from bigint,
      add column closed_at timestamptz,
      add column closed_by text check (length(closed_by) between 1 and 200),
      add constraint chats_closed_by_somebody check ((closed_at is null) = (closed_by is null)),
      add constraint chats_closed_do_not_wait check (closed_at is null or waits_from is null)`.execute(db);
  await sql`
    update chats set last_message = last.id, waits_from = waiting.id
    from chats as c
    cross join lateral (select max(id) as id from chat_messages where chat_id = c.id) as last
    cross join lateral (
      select min(id) as id from chat_messages where chat_id = c.id and id > coalesce(
        (select id from chat_messages where chat_id = c.id and author_id is null order by id desc limit 1), 0)
    ) as waiting
    where c.id = chats.id and c.other_id is null and last.id is not null`.execute(db);
  await sql`
    create index chats_waiting on chats (waits_from) where other_id is null and waits_from is not null`.execute(db);
  await sql`
    create index chats_open on chats (last_message desc)
    where other_id is null and last_message is not null and waits_from is null and closed_at is null`.execute(db);
  await sql`
    create index chats_closed on chats (last_message desc) where other_id is null and closed_at is not null`.execute(
    db,
  );
  await sql`
    create function chat_message_arrives() returns trigger language plpgsql as $$
    begin
      update chats set
        last_message = new.id,
        waits_from = case when new.author_id is null then null else coalesce(waits_from, new.id) end,
        closed_at = null,
        closed_by = null
      where id = new.chat_id and other_id is null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger chat_message_arrives after insert on chat_messages
      for each row execute function chat_message_arrives()`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // A search of the audit log begins at a time.
  await sql`create index audit_log_at on audit_log (at, seq)`.execute(db);
  await stateOfChats(db);
  // No reference to the messages: their months are dropped with time.
  await sql`
    create table desk_answers (
      message_id bigint primary key,
      "by" text not null check (length("by") between 1 and 200),
      client_id uuid,
      unique ("by", client_id)
    )`.execute(db);
  await sql`
    create trigger desk_answers_stay before update or delete or truncate on desk_answers
      for each statement execute function append_only()`.execute(db);
  await sql`
    create table canned_answers (
      version integer primary key check (version > 0),
      at timestamptz not null default clock_timestamp(),
      "by" text not null check (length("by") between 1 and 200),
      answers jsonb not null
    )`.execute(db);
  await sql`
    create trigger canned_answers_stay before update or delete or truncate on canned_answers
      for each statement execute function append_only()`.execute(db);
}
