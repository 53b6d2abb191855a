/**
 * Significant events: what an operator must be able to show a regulator, kept by month. A row is written in the transaction of
 * what happened, by triggers (functions/events.sql); the floor writes what only it notices. It never changes but for its mark as
 * seen, once.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table significant_events (
      id bigint not null,
      at timestamptz not null default clock_timestamp(),
      kind text not null check (kind ~ '^[a-zA-Z]{1,40}$'),
      machine_id integer references machines,
      session_id text,
      player_id integer references players,
      facts jsonb not null default '{}',
      -- The same source at the same time is the same event: a repetition adds none.
      source text,
      seen_by text check (length(seen_by) between 1 and 200),
      seen_at timestamptz,
      check ((seen_by is null) = (seen_at is null)),
      primary key (id, at),
      unique (source, at)
    ) partition by range (at)`.execute(db);
  await sql`create sequence significant_events_ids owned by significant_events.id`.execute(db);
  await sql`
    alter table significant_events alter column id set default nextval('significant_events_ids')`.execute(db);
  await sql`create index significant_events_unseen on significant_events (id desc) where seen_at is null`.execute(db);
  await sql`create index significant_events_of_machine on significant_events (machine_id, id desc)`.execute(db);
  await sql`create index significant_events_of_player on significant_events (player_id, id desc)`.execute(db);
  await functions(db);
  await sql`
    create trigger event_seen_once before update on significant_events
      for each row execute function event_seen_once()`.execute(db);
  await sql`
    create trigger significant_events_stay before delete or truncate on significant_events
      for each statement execute function append_only()`.execute(db);
  await sql`select add_months('significant_events', (now() + interval '2 months')::date)`.execute(db);
  await triggers(db);
}

/** Their first versions: functions/events.sql and logs.sql have the present ones. */
async function functions(db: Kysely<unknown>): Promise<void> {
  for (const name of [
    "event_seen_once",
    "machine_is_event",
    "suspension_is_event",
    "game_is_event",
    "transfer_is_event",
    "jackpot_is_event",
    "settings_are_event",
    "log_is_event",
    "exclusion_is_event",
    "ban_is_event",
  ])
    await sql`
      create function ${sql.id(name)}() returns trigger language plpgsql as $$ begin return new; end $$`.execute(db);
  await sql`
    create or replace function guard_month(p_space text, p_month text) returns void language plpgsql as $$
    begin
      execute format('create trigger %I before %s on %I.%I for each statement execute function %I.append_only()',
        p_month || '_append_only',
        case when p_month like 'significant_events_%' then 'delete or truncate' else 'update or delete or truncate' end,
        p_space, p_month, p_space);
    end $$`.execute(db);
}

/** The amounts are the smallest that a setting can ask for (contract/settings.ts): most rows call no function. */
async function triggers(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create trigger machine_is_event after insert or update of out_of_order, quarantined, retired_at on machines
      for each row execute function machine_is_event()`,
    `create trigger suspension_is_event after insert on suspensions for each row execute function suspension_is_event()`,
    `create trigger game_is_event after insert on games for each row
      when (new.hand_pay > 0 or new.win >= 10000) execute function game_is_event()`,
    `create trigger transfer_is_event after update of state on transfers for each row
      when (new.state = 'done' and old.state is distinct from 'done' and new.moved >= 10000)
      execute function transfer_is_event()`,
    `create trigger jackpot_is_event after insert on jackpot_hits for each row execute function jackpot_is_event()`,
    `create trigger settings_are_event after insert on settings_versions for each row
      when (new.changed <> '{}') execute function settings_are_event()`,
    `create trigger log_is_event after insert on log_entries for each row
      when (new.type = 'TEMPORARY_BLOCKED') execute function log_is_event()`,
    `create trigger exclusion_is_event after insert or update of exclusion_until on player_protection for each row
      when (new.exclusion_until is not null) execute function exclusion_is_event()`,
    `create trigger ban_is_event after update of banned_at on players for each row
      when (old.banned_at is null and new.banned_at is not null) execute function ban_is_event()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
