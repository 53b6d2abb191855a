/**
 * What can be done with money, one function each. Each can be repeated: the same call again changes nothing and answers
 * the same.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function operations(db: Kysely<unknown>): Promise<void> {
  await parts(db);
  await transfers(db);
  await others(db);
}

async function parts(db: Kysely<unknown>): Promise<void> {
  // The lease stays as it is until this transaction ends: whoever takes the machine over waits for it.
  await sql`
    create function check_fence(p_machine integer, p_epoch bigint) returns void language plpgsql as $$
    declare present bigint;
    begin
      select epoch into present from machine_leases where machine_id = p_machine for share;
      if present is distinct from p_epoch then
        raise exception 'machine % is run by epoch %, not %', p_machine, present, p_epoch using errcode = 'RC001';
      end if;
    end $$`.execute(db);

  await sql`
    create function account_of(p_kind text, p_ref integer) returns bigint language sql stable as $$
      select id from ledger_accounts where kind = p_kind and ref = p_ref
    $$`.execute(db);

  await sql`
    create function available(p_player integer) returns bigint language sql stable as $$
      select posted - held from ledger_accounts where kind = 'player' and ref = p_player
    $$`.execute(db);

  // Entries as two arrays of equal length. Accounts are taken in order of their ids, so that nobody waits in a circle.
  // False: this source has been posted before.
  await sql`
    create function post_journal(p_source text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_detail jsonb)
      returns boolean language plpgsql as $$
    declare journal bigint;
    begin
      insert into journals (source, kind, detail) values (p_source, p_kind, p_detail)
        on conflict (source) do nothing returning id into journal;
      if journal is null then return false; end if;
      insert into postings (journal_id, account_id, amount)
        select journal, entry.account, entry.amount
        from unnest(p_accounts, p_amounts) with ordinality as entry(account, amount, n)
        where entry.amount <> 0 order by entry.account, entry.n;
      return true;
    end $$`.execute(db);
}

async function transfers(db: Kysely<unknown>): Promise<void> {
  // The key is taken before the funds are looked at: of two calls with one key, the second finds the first one's transfer.
  await sql`
    create function transfer_begin(
      p_id uuid, p_key text, p_kind text, p_player integer, p_machine integer, p_session text, p_amount bigint,
      p_ip text, p_epoch bigint, out transfer transfers, out fresh boolean, out balance bigint
    ) language plpgsql as $$
    begin
      insert into transfers (id, key, kind, player_id, machine_id, session_id, amount, state, ip)
        values (p_id, p_key, p_kind, p_player, p_machine, p_session, p_amount, 'reserved', p_ip)
        on conflict on constraint transfers_key do nothing returning * into transfer;
      fresh := found;
      if not fresh then
        select * into strict transfer from transfers where player_id = p_player and kind = p_kind and key = p_key;
        if transfer.machine_id <> p_machine or transfer.amount is distinct from p_amount then
          raise exception 'key % was used for something else', p_key using errcode = 'RC004';
        end if;
        -- Our own, of a first try whose answer was lost.
        fresh := transfer.id = p_id and transfer.state = 'reserved';
        balance := available(p_player);
        return;
      end if;
      perform check_fence(p_machine, p_epoch);
      if p_kind = 'cashin' then
        update ledger_accounts set held = held + p_amount
          where kind = 'player' and ref = p_player and posted - held >= p_amount
          returning posted - held into balance;
        if not found then
          raise exception 'not enough funds' using errcode = 'RC002';
        end if;
      else
        balance := available(p_player);
      end if;
    end $$`.execute(db);

  await sql`
    create function transfer_of(p_id uuid) returns transfers language plpgsql as $$
    declare transfer transfers;
    begin
      select * into transfer from transfers where id = p_id for update;
      if not found then
        raise exception 'there is no transfer %', p_id using errcode = 'RC006';
      end if;
      return transfer;
    end $$`.execute(db);

  await sql`
    create function transfer_mark(p_id uuid, p_state text, p_detail text, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare transfer transfers := transfer_of(p_id);
    begin
      perform check_fence(transfer.machine_id, p_epoch);
      if transfer.state = p_state then return transfer; end if;
      update transfers set state = p_state, detail = coalesce(p_detail, detail) where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);

  // Posts what the machine moved and gives the rest of the hold back.
  await sql`
    create function transfer_settle(p_id uuid, p_moved bigint, p_credit bigint, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare
      transfer transfers := transfer_of(p_id);
      player bigint;
      machine bigint;
      sign integer;
    begin
      if transfer.state = 'done' then
        if transfer.moved <> p_moved then
          raise exception 'transfer % moved %, not %', p_id, transfer.moved, p_moved using errcode = 'RC005';
        end if;
        return transfer;
      elsif transfer.state = 'failed' then
        raise exception 'a transfer that is failed can''t become done' using errcode = 'RC005';
      end if;
      perform check_fence(transfer.machine_id, p_epoch);
      if transfer.kind = 'cashin' then
        update ledger_accounts set held = held - transfer.amount where kind = 'player' and ref = transfer.player_id;
      end if;
      if p_moved > 0 then
        player := account_of('player', transfer.player_id);
        machine := account_of('machine', transfer.machine_id);
        sign := case transfer.kind when 'cashin' then 1 else -1 end;
        perform post_journal('transfer:' || p_id, transfer.kind,
          array[player, machine], array[-sign * p_moved, sign * p_moved], null);
      end if;
      update transfers set
        state = 'done', moved = p_moved, credit_after = p_credit, balance_after = available(player_id)
        where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);

  await sql`
    create function transfer_fail(p_id uuid, p_code integer, p_detail text, p_epoch bigint) returns transfers
      language plpgsql as $$
    declare transfer transfers := transfer_of(p_id);
    begin
      if transfer.state = 'failed' then
        return transfer;
      elsif transfer.state = 'done' then
        raise exception 'a transfer that is done can''t become failed' using errcode = 'RC005';
      end if;
      perform check_fence(transfer.machine_id, p_epoch);
      if transfer.kind = 'cashin' then
        update ledger_accounts set held = held - transfer.amount where kind = 'player' and ref = transfer.player_id;
      end if;
      update transfers set
        state = 'failed', code = p_code, detail = coalesce(p_detail, detail), balance_after = available(player_id)
        where id = p_id returning * into transfer;
      return transfer;
    end $$`.execute(db);
}

async function others(db: Kysely<unknown>): Promise<void> {
  // A bet goes from the machine to the house, a win back; a hand pay goes from the house to the player.
  await sql`
    create function record_game(
      p_machine integer, p_number bigint, p_player integer, p_session text, p_free boolean, p_bet bigint, p_win bigint,
      p_hand_pay bigint, p_started timestamptz, p_ended timestamptz, p_detail jsonb, p_epoch bigint
    ) returns boolean language plpgsql as $$
    declare
      machine bigint;
      house bigint;
      stored games;
    begin
      perform check_fence(p_machine, p_epoch);
      insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail)
        values (p_machine, p_number, p_player, p_session, p_free, p_bet, p_win, p_hand_pay, p_started, p_ended, p_detail)
        on conflict do nothing;
      if not found then
        -- A machine that counts anew (its memory was cleared) must not have its games taken for ones that were posted.
        select * into strict stored from games where machine_id = p_machine and game_number = p_number;
        if (stored.player_id, stored.session_id, stored.free, stored.bet, stored.win, stored.hand_pay)
           is distinct from (p_player, p_session, p_free, p_bet, p_win, p_hand_pay) then
          raise exception 'game % of machine % was recorded with other figures', p_number, p_machine using errcode = 'RC005';
        end if;
        return false;
      end if;
      if p_bet > 0 or p_win > 0 then
        machine := account_of('machine', p_machine);
        house := account_of('house', p_machine);
        perform post_journal(
          'game:' || p_machine || ':' || p_number, 'game',
          array[machine, house, machine, house, house, account_of('player', p_player)],
          array[-p_bet, p_bet, p_win - p_hand_pay, p_hand_pay - p_win, -p_hand_pay, p_hand_pay],
          null);
      end if;
      return true;
    end $$`.execute(db);

  // By the operator: house to player, or back where negative. Answers what the player may spend now.
  await sql`
    create function adjust(p_player integer, p_amount bigint, p_key text, p_detail jsonb) returns bigint
      language plpgsql as $$
    declare
      player bigint := account_of('player', p_player);
      name text := 'adjust:' || p_player || ':' || p_key;
    begin
      if not post_journal(name, case when p_amount > 0 then 'deposit' else 'withdraw' end,
          array[account_of('house', 0), player], array[-p_amount, p_amount], p_detail) then
        if not exists (
          select from journals j join postings p on p.journal_id = j.id
          where j.source = name and p.account_id = player and p.amount = p_amount
        ) then
          raise exception 'key % was used for something else', p_key using errcode = 'RC004';
        end if;
      end if;
      return available(p_player);
    end $$`.execute(db);
}
