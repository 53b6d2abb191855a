/**
 * The ledger. Its invariants are constraints and triggers, so that no code, however wrong, can break them; every
 * operation is one function call, so that it is one transaction and one round trip.
 *
 * Errors by SQLSTATE: RC001 fenced, RC002 not enough funds, RC003 another transfer is unresolved, RC004 the key was used
 * for something else, RC005 a state that can't follow.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await guards(db);
  await operations(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('player', 'machine', 'house', 'promotions', 'jackpot')),
      ref integer not null,
      posted bigint not null default 0,
      held bigint not null default 0 check (held >= 0),
      seq bigint not null default 0,
      hash bytea not null default '\\x',
      unique (kind, ref),
      constraint never_negative check (kind in ('house', 'promotions') or posted - held >= 0)
    )`.execute(db);
  await sql`
    create table journals (
      id bigint generated always as identity primary key,
      source text not null unique,
      kind text not null,
      at timestamptz not null default now(),
      detail jsonb
    )`.execute(db);
  await sql`
    create table postings (
      id bigint generated always as identity primary key,
      journal_id bigint not null references journals,
      account_id bigint not null references ledger_accounts,
      seq bigint not null,
      amount bigint not null check (amount <> 0),
      balance bigint not null,
      hash bytea not null,
      unique (account_id, seq)
    )`.execute(db);
  await sql`create index postings_of_journal on postings (journal_id)`.execute(db);
  await sql`
    create table transfers (
      id uuid primary key,
      key text not null,
      kind text not null check (kind in ('cashin', 'cashout')),
      player_id integer not null,
      machine_id integer not null,
      session_id text not null,
      amount bigint check (amount > 0 and amount <= 1000000000000),
      moved bigint check (moved >= 0),
      state text not null check (state in ('created', 'reserved', 'sent', 'done', 'failed', 'unknown', 'manual')),
      code integer,
      detail text,
      balance_after bigint,
      credit_after bigint,
      ip text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint transfers_key unique (player_id, kind, key),
      check (kind = 'cashout' or amount is not null),
      check (moved is null or amount is null or moved <= amount),
      check ((state = 'done') = (moved is not null))
    )`.execute(db);
  await sql`
    create unique index one_unresolved_per_machine on transfers (machine_id)
      where state in ('created', 'reserved', 'sent', 'unknown', 'manual')`.execute(db);
  await sql`create index transfers_of_session on transfers (session_id)`.execute(db);
  await sql`create index transfers_of_player on transfers (player_id, created_at desc)`.execute(db);
  await sql`
    create table games (
      machine_id integer not null,
      game_number bigint not null,
      player_id integer not null,
      session_id text not null,
      free boolean not null,
      bet bigint not null check (bet >= 0),
      win bigint not null check (win >= 0),
      hand_pay bigint not null check (hand_pay >= 0 and hand_pay <= win),
      started_at timestamptz not null,
      ended_at timestamptz not null,
      detail jsonb,
      primary key (machine_id, game_number)
    )`.execute(db);
  await sql`create index games_of_session on games (session_id)`.execute(db);
  await sql`
    create table machine_leases (
      machine_id integer primary key,
      owner text not null,
      epoch bigint not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`insert into ledger_accounts (kind, ref) values ('house', 0), ('promotions', 0)`.execute(db);
}

async function guards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function journal_must_balance() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from postings where journal_id = new.journal_id) <> 0 then
        raise exception 'journal % does not balance', new.journal_id using errcode = 'RC005';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger journal_balances after insert on postings
      deferrable initially deferred for each row execute function journal_must_balance()`.execute(db);
  await sql`
    create function append_only() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: a correction is a reversal', tg_table_name using errcode = 'RC005';
    end $$`.execute(db);
  for (const table of ["postings", "journals", "games"]) {
    await sql`
      create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function append_only()`.execute(db);
  }
  // done and failed never change; each transfer resolves once.
  await sql`
    create function transfer_may_become() returns trigger language plpgsql as $$
    begin
      if (old.id, old.key, old.kind, old.player_id, old.machine_id, old.session_id, old.amount)
         is distinct from (new.id, new.key, new.kind, new.player_id, new.machine_id, new.session_id, new.amount) then
        raise exception 'a transfer''s request never changes' using errcode = 'RC005';
      end if;
      if not (
        (old.state = 'created' and new.state in ('reserved', 'failed')) or
        (old.state = 'reserved' and new.state in ('sent', 'failed')) or
        (old.state = 'sent' and new.state in ('done', 'failed', 'unknown')) or
        (old.state = 'unknown' and new.state in ('done', 'failed', 'manual')) or
        (old.state = 'manual' and new.state in ('done', 'failed'))
      ) then
        raise exception 'a transfer that is % can''t become %', old.state, new.state using errcode = 'RC005';
      end if;
      new.updated_at := now();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger transfer_states before update on transfers
      for each row execute function transfer_may_become()`.execute(db);
  await sql`
    create trigger transfers_stay before delete or truncate on transfers
      for each statement execute function append_only()`.execute(db);
}

async function operations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_fence(p_machine integer, p_epoch bigint) returns void language plpgsql as $$
    declare present bigint;
    begin
      select epoch into present from machine_leases where machine_id = p_machine for share;
      if present is distinct from p_epoch then
        raise exception 'machine % is run by epoch %, not %', p_machine, present, p_epoch using errcode = 'RC001';
      end if;
    end $$`.execute(db);

  // Entries as two arrays of equal length. Accounts are taken in order of their ids, so that nobody waits in a circle.
  await sql`
    create function post_journal(p_source text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_detail jsonb)
      returns boolean language plpgsql as $$
    declare
      journal bigint;
      entry record;
      account ledger_accounts;
    begin
      insert into journals (source, kind, detail) values (p_source, p_kind, p_detail)
        on conflict (source) do nothing returning id into journal;
      if journal is null then return false; end if;
      for entry in
        select a.account, a.amount from unnest(p_accounts, p_amounts) with ordinality as a(account, amount, n)
        where a.amount <> 0 order by a.account, a.n
      loop
        update ledger_accounts set
          posted = posted + entry.amount,
          seq = seq + 1,
          hash = sha256(hash || convert_to(journal || ':' || id || ':' || (seq + 1) || ':' || entry.amount || ':' || (posted + entry.amount), 'UTF8'))
        where id = entry.account returning * into account;
        insert into postings (journal_id, account_id, seq, amount, balance, hash)
          values (journal, account.id, account.seq, entry.amount, account.posted, account.hash);
      end loop;
      return true;
    exception when check_violation then
      raise exception 'not enough funds for %', p_source using errcode = 'RC002';
    end $$`.execute(db);

  await sql`
    create function account_of(p_kind text, p_ref integer) returns bigint language sql stable as $$
      select id from ledger_accounts where kind = p_kind and ref = p_ref
    $$`.execute(db);

  await sql`
    create function transfer_begin(
      p_id uuid, p_key text, p_kind text, p_player integer, p_machine integer, p_session text, p_amount bigint,
      p_ip text, p_epoch bigint, out transfer transfers, out fresh boolean
    ) language plpgsql as $$
    begin
      select * into transfer from transfers where player_id = p_player and kind = p_kind and key = p_key;
      if found then
        if transfer.machine_id <> p_machine or transfer.amount is distinct from p_amount then
          raise exception 'key % was used for something else', p_key using errcode = 'RC004';
        end if;
        fresh := false;
        return;
      end if;
      perform check_fence(p_machine, p_epoch);
      if p_kind = 'cashin' then
        update ledger_accounts set held = held + p_amount
          where kind = 'player' and ref = p_player and posted - held >= p_amount;
        if not found then
          raise exception 'not enough funds' using errcode = 'RC002';
        end if;
      end if;
      insert into transfers (id, key, kind, player_id, machine_id, session_id, amount, state, ip)
        values (p_id, p_key, p_kind, p_player, p_machine, p_session, p_amount, 'reserved', p_ip)
        returning * into transfer;
      fresh := true;
    end $$`.execute(db);

  await sql`
    create function transfer_mark(p_id uuid, p_state text, p_detail text, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare transfer transfers;
    begin
      select * into strict transfer from transfers where id = p_id for update;
      perform check_fence(transfer.machine_id, p_epoch);
      if transfer.state = p_state then return transfer; end if;
      update transfers set state = p_state, detail = coalesce(p_detail, detail) where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);

  await sql`
    create function transfer_settle(p_id uuid, p_moved bigint, p_credit bigint, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare
      transfer transfers;
      player bigint;
      machine bigint;
      balance bigint;
    begin
      select * into strict transfer from transfers where id = p_id for update;
      if transfer.state = 'done' then
        if transfer.moved <> p_moved then
          raise exception 'transfer % moved %, not %', p_id, transfer.moved, p_moved using errcode = 'RC005';
        end if;
        return transfer;
      end if;
      perform check_fence(transfer.machine_id, p_epoch);
      player := account_of('player', transfer.player_id);
      machine := account_of('machine', transfer.machine_id);
      if transfer.kind = 'cashin' then
        update ledger_accounts set held = held - transfer.amount where id = player;
        if p_moved > 0 then
          perform post_journal('transfer:' || p_id, 'cashin', array[player, machine], array[-p_moved, p_moved], null);
        end if;
      elsif p_moved > 0 then
        perform post_journal('transfer:' || p_id, 'cashout', array[machine, player], array[-p_moved, p_moved], null);
      end if;
      select posted - held into balance from ledger_accounts where id = player;
      update transfers set state = 'done', moved = p_moved, credit_after = p_credit, balance_after = balance
        where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);

  await sql`
    create function transfer_fail(p_id uuid, p_code integer, p_detail text, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare
      transfer transfers;
      balance bigint;
    begin
      select * into strict transfer from transfers where id = p_id for update;
      if transfer.state = 'failed' then return transfer; end if;
      perform check_fence(transfer.machine_id, p_epoch);
      if transfer.kind = 'cashin' then
        update ledger_accounts set held = held - transfer.amount
          where kind = 'player' and ref = transfer.player_id;
      end if;
      select posted - held into balance from ledger_accounts where kind = 'player' and ref = transfer.player_id;
      update transfers set state = 'failed', code = p_code, detail = p_detail, balance_after = balance
        where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);

  // A bet goes from the machine to the house, a win back; a hand pay goes from the house to the player.
  await sql`
    create function record_game(
      p_machine integer, p_number bigint, p_player integer, p_session text, p_free boolean, p_bet bigint, p_win bigint,
      p_hand_pay bigint, p_started timestamptz, p_ended timestamptz, p_detail jsonb, p_epoch bigint
    ) returns boolean language plpgsql as $$
    declare
      machine bigint := account_of('machine', p_machine);
      house bigint := account_of('house', 0);
      player bigint := account_of('player', p_player);
    begin
      perform check_fence(p_machine, p_epoch);
      insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail)
        values (p_machine, p_number, p_player, p_session, p_free, p_bet, p_win, p_hand_pay, p_started, p_ended, p_detail)
        on conflict do nothing;
      if not found then return false; end if;
      if p_bet > 0 or p_win > 0 then
        perform post_journal(
          'game:' || p_machine || ':' || p_number, 'game',
          array[machine, house, machine, house, house, player],
          array[-p_bet, p_bet, p_win - p_hand_pay, p_hand_pay - p_win, -p_hand_pay, p_hand_pay],
          null);
      end if;
      return true;
    end $$`.execute(db);
}
