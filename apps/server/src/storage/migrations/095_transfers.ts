/**
 * Transfers that always end: a rising number for each machine, the evidence of what was asked and answered, and money in
 * doubt that moves to its player's suspense account, so that the machine waits and the player does not.
 *
 * `machine_meters` holds what the ledger says that the machine moved in and out in all, and what the machine's host read
 * last, so that commands and checks need no driver. `last_number` counts what is asked of the machine about money;
 * `game_base` is added to the machine's own numbers of games, which begin anew when its memory is cleared.
 *
 * Order of locks: lease, transfer, suspension, session, machine, then accounts in the order of their ids.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { operations } from "./095_transfers_operations.ts";
import { settlements } from "./095_transfers_settlements.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await states(db);
  await operations(db);
  await settlements(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_accounts drop constraint ledger_accounts_kind_check`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_kind_check
      check (kind in ('player', 'machine', 'house', 'promotions', 'jackpot', 'suspense'))`.execute(db);

  await sql`alter table transfers disable trigger user`.execute(db);
  await sql`
    alter table transfers add column number bigint, add column lease_epoch bigint, add column evidence jsonb,
      add column manual_at timestamptz`.execute(db);
  await sql`
    update transfers t set number = n.number from (
      select id, row_number() over (partition by machine_id order by created_at, id) as number from transfers
    ) n where n.id = t.id`.execute(db);
  // Of manual transfers from before, the money is still held: they settle as unknown ones do.
  await sql`update transfers set state = 'unknown' where state = 'manual'`.execute(db);
  await sql`alter table transfers alter column number set not null`.execute(db);
  await sql`alter table transfers add constraint transfers_number unique (machine_id, number)`.execute(db);
  await sql`alter table transfers enable trigger user`.execute(db);

  await sql`
    create table machine_meters (
      machine_id integer primary key,
      last_number bigint not null default 0,
      game_base bigint not null default 0,
      ledger_in bigint not null default 0,
      ledger_out bigint not null default 0,
      read_in bigint,
      read_out bigint,
      read_credit bigint,
      read_epoch bigint,
      read_at timestamptz,
      expected_in bigint,
      expected_out bigint,
      expected_credit bigint,
      constraint read_whole check (
        (read_in is null) = (read_at is null) and (read_out is null) = (read_at is null)
        and (read_credit is null) = (read_at is null) and (expected_in is null) = (read_at is null)
        and (expected_out is null) = (read_at is null) and (expected_credit is null) = (read_at is null))
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    insert into machine_meters (machine_id, last_number, ledger_in, ledger_out)
      select a.ref, coalesce(t.number, 0), coalesce(t.moved_in, 0), coalesce(t.moved_out, 0) from ledger_accounts a
      left join (
        select machine_id, max(number) as number, sum(moved) filter (where kind = 'cashin') as moved_in,
          sum(moved) filter (where kind = 'cashout') as moved_out
        from transfers group by machine_id
      ) t on t.machine_id = a.ref
      where a.kind = 'machine'`.execute(db);

  await sql`
    create table suspensions (
      id uuid primary key default gen_random_uuid(),
      machine_id integer not null,
      player_id integer not null,
      session_id text not null,
      transfer_id uuid unique references transfers,
      held bigint not null check (held >= 0),
      credit bigint not null check (credit >= 0),
      remaining bigint not null check (remaining >= 0),
      paid bigint not null default 0 check (paid >= 0),
      kept bigint not null default 0,
      reason text not null,
      evidence jsonb not null default '{}',
      opened_at timestamptz not null default now(),
      settled_at timestamptz,
      settled_by text,
      settled_because text,
      constraint nothing_disappears check (held + credit = remaining + paid + kept),
      constraint settled_is_empty check (settled_at is null or remaining = 0)
    )`.execute(db);
  await sql`create unique index one_open_suspension_per_machine on suspensions (machine_id) where settled_at is null`.execute(
    db,
  );
  await sql`create index suspensions_of_player on suspensions (player_id) where settled_at is null`.execute(db);
  await sql`
    create trigger suspensions_stay before delete or truncate on suspensions
      for each statement execute function append_only()`.execute(db);

  await sql`
    create table machine_requests (
      id uuid primary key default gen_random_uuid(),
      machine_id integer not null references machines,
      kind text not null check (kind in ('meters', 'unlock', 'settle', 'back')),
      params jsonb not null default '{}',
      requested_by text not null,
      reason text,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
      answer text,
      created_at timestamptz not null default now(),
      done_at timestamptz,
      check ((state = 'waiting') = (done_at is null))
    )`.execute(db);
  await sql`create index machine_requests_waiting on machine_requests (created_at) where state = 'waiting'`.execute(db);
}

/** As before (020), and: evidence may be added while a transfer is in doubt. (The same table in TypeScript: wallet/states.ts.) */
async function states(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function transfer_may_become() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state not in ('created', 'reserved') then
          raise exception 'a transfer can''t begin as %', new.state using errcode = 'RC005';
        end if;
        return new;
      end if;
      if (old.id, old.key, old.kind, old.player_id, old.machine_id, old.session_id, old.amount, old.created_at, old.number)
         is distinct from (new.id, new.key, new.kind, new.player_id, new.machine_id, new.session_id, new.amount, new.created_at, new.number) then
        raise exception 'a transfer''s request never changes' using errcode = 'RC005';
      end if;
      if not (
        (old.state = 'created' and new.state in ('reserved', 'failed')) or
        (old.state = 'reserved' and new.state in ('sent', 'failed')) or
        (old.state = 'sent' and new.state in ('done', 'failed', 'unknown')) or
        (old.state = 'unknown' and new.state in ('done', 'failed', 'manual')) or
        (old.state = 'manual' and new.state in ('done', 'failed')) or
        (old.state = new.state and new.state in ('unknown', 'manual') and old.evidence is distinct from new.evidence)
      ) then
        raise exception 'a transfer that is % can''t become %', old.state, new.state using errcode = 'RC005';
      end if;
      new.updated_at := now();
      return new;
    end $$`.execute(db);
}
