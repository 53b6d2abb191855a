-- Transfers between wallet and machine: each has an id, is durable before the machine receives it, and resolves once.
--
-- Errors by SQLSTATE: RC001 another process has the machine; RC005 a state that can't follow, or a log that may not change;
-- RC006 there is no such row; RC007 an old revision of a machine's memory; RC008 the machine can't be given to a player;
-- RC009 a transfer of the machine is not resolved; RC010 credit is left; RC012 more than the evidence.

-- Raises RC001 unless the machine's lease has that epoch. The lease stays as it is until this transaction ends: a process
-- that takes the machine over waits for it.
create or replace function check_fence(p_machine integer, p_epoch bigint) returns void language plpgsql as $$
declare present bigint;
begin
  select epoch into present from machine_leases where machine_id = p_machine for share;
  if present is distinct from p_epoch then
    raise exception 'machine % is run by epoch %, not %', p_machine, present, p_epoch using errcode = 'RC001';
  end if;
end $$;

-- The transfer, locked.
create or replace function transfer_of(p_id uuid) returns transfers language plpgsql as $$
declare transfer transfers;
begin
  select * into transfer from transfers where id = p_id for update;
  if not found then
    raise exception 'there is no transfer %', p_id using errcode = 'RC006';
  end if;
  return transfer;
end $$;

-- done and failed never change; each transfer resolves once. (The same table in TypeScript: wallet/states.ts.)
create or replace function transfer_may_become() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('created', 'reserved') then
      raise exception 'a transfer can''t begin as %', new.state using errcode = 'RC005';
    end if;
    return new;
  end if;
  if (old.id, old.client_transfer_id, old.kind, old.player_id, old.machine_id, old.session_id, old.amount, old.created_at, old.number)
     is distinct from (new.id, new.client_transfer_id, new.kind, new.player_id, new.machine_id, new.session_id, new.amount, new.created_at, new.number) then
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
end $$;

-- Numbers rise with the transfers of a machine: the machine refuses one at or below its high-water mark.
create or replace function next_transfer_number(p_machine integer) returns bigint language plpgsql as $$
declare number bigint;
begin
  update machine_meters set last_number = last_number + 1 where machine_id = p_machine returning last_number into number;
  if not found then
    raise exception 'machine % has no meters', p_machine using errcode = 'RC006';
  end if;
  return number;
end $$;

-- Reserves the money. The key is taken before the funds are looked at: of two calls with one key, the second finds the
-- transfer of the first (fresh: false).
create or replace function transfer_begin(
  p_id uuid, p_key text, p_kind text, p_player integer, p_machine integer, p_session text, p_amount bigint, p_ip
  text, p_epoch bigint, out transfer transfers, out fresh boolean, out balance bigint
) language plpgsql as $$
begin
  insert into transfers (id, client_transfer_id, kind, player_id, machine_id, session_id, amount, state, ip, lease_epoch, number)
    values (p_id, p_key, p_kind, p_player, p_machine, p_session, p_amount, 'reserved', p_ip, p_epoch,
      next_transfer_number(p_machine))
    on conflict on constraint transfers_client_transfer_id do nothing returning * into transfer;
  fresh := found;
  if not fresh then
    select * into strict transfer from transfers where player_id = p_player and kind = p_kind and client_transfer_id = p_key;
    if transfer.machine_id <> p_machine or transfer.amount is distinct from p_amount then
      raise exception 'key % was used for something else', p_key using errcode = 'RC004';
    end if;
    -- Our own, of a first try whose answer was lost.
    fresh := transfer.id = p_id and transfer.state = 'reserved';
    balance := available(p_player);
    return;
  end if;
  perform check_fence(p_machine, p_epoch);
  if not exists (
    select from sessions where id = p_session and player_id = p_player and machine_id = p_machine and state <> 'closed'
  ) then
    raise exception 'session % is over', p_session using errcode = 'RC011';
  end if;
  if p_kind = 'cashin' then
    update ledger_accounts set held = held + p_amount, version = version + 1
      where kind = 'player' and ref = p_player and posted - held >= p_amount
      returning posted - held into balance;
    if not found then
      raise exception 'not enough funds' using errcode = 'RC002';
    end if;
  else
    balance := available(p_player);
  end if;
end $$;

-- A cash-out of no credit: the machine is not asked, but the key is taken, so that a repetition gets the same answer.
create or replace function transfer_nothing(
  p_id uuid, p_key text, p_player integer, p_machine integer, p_session text, p_ip text, p_epoch bigint
) returns transfers language plpgsql as $$
declare
  begun record;
  transfer transfers;
begin
  select * into begun from transfer_begin(p_id, p_key, 'cashout', p_player, p_machine, p_session, null, p_ip, p_epoch);
  if not begun.fresh then return begun.transfer; end if;
  update transfers set state = 'sent', detail = 'no credit: the machine was not asked' where id = p_id;
  update transfers set state = 'done', moved = 0, credit_after = 0, balance_after = available(p_player)
    where id = p_id returning * into transfer;
  return transfer;
end $$;

-- Notes that the transfer is sent, or that its answer was lost, with what was asked and said.
create or replace function transfer_mark(
  p_id uuid, p_state text, p_evidence jsonb, p_epoch bigint
) returns transfers language plpgsql as $$
declare transfer transfers := transfer_of(p_id);
begin
  perform check_fence(transfer.machine_id, p_epoch);
  if transfer.state = p_state and coalesce(transfer.evidence, '{}') @> coalesce(p_evidence, '{}') then return transfer; end if;
  update transfers set state = p_state, lease_epoch = p_epoch, evidence = coalesce(evidence, '{}') || coalesce(p_evidence, '{}')
    where id = p_id returning * into transfer;
  return transfer;
end $$;

-- Posts what the machine moved and gives the rest of the hold back.
create or replace function transfer_settle(
  p_id uuid, p_moved bigint, p_credit bigint, p_epoch bigint
) returns transfers language plpgsql as $$
declare
  transfer transfers := transfer_of(p_id);
  sign integer;
begin
  if transfer.state = 'done' then
    if transfer.moved <> p_moved then
      raise exception 'transfer % moved %, not %', p_id, transfer.moved, p_moved using errcode = 'RC005';
    end if;
    return transfer;
  elsif transfer.state in ('failed', 'manual') then
    raise exception 'a transfer that is % is not settled so', transfer.state using errcode = 'RC005';
  end if;
  perform check_fence(transfer.machine_id, p_epoch);
  if transfer.kind = 'cashin' then
    update ledger_accounts set held = held - transfer.amount, version = version + 1
      where kind = 'player' and ref = transfer.player_id;
  end if;
  if p_moved > 0 then
    sign := case transfer.kind when 'cashin' then 1 else -1 end;
    perform post_journal('transfer:' || p_id, transfer.kind,
      array[account_of('player', transfer.player_id), account_of('machine', transfer.machine_id)],
      array[-sign * p_moved, sign * p_moved], null);
    perform machine_moved(transfer.machine_id, transfer.kind, p_moved);
  end if;
  update transfers set
    state = 'done', moved = p_moved, credit_after = p_credit, balance_after = available(player_id), lease_epoch = p_epoch
    where id = p_id returning * into transfer;
  return transfer;
end $$;

-- Adds to the ledger's own count of what went into and out of the machine, with which its meters are compared.
create or replace function machine_moved(p_machine integer, p_kind text, p_moved bigint) returns void language sql as $$
update machine_meters set
  ledger_in = ledger_in + case p_kind when 'cashin' then p_moved else 0 end,
  ledger_out = ledger_out + case p_kind when 'cashout' then p_moved else 0 end
where machine_id = p_machine
$$;

-- The machine has moved nothing: gives the hold back.
create or replace function transfer_fail(
  p_id uuid, p_code integer, p_detail text, p_epoch bigint
) returns transfers language plpgsql as $$
declare transfer transfers := transfer_of(p_id);
begin
  if transfer.state = 'failed' then
    return transfer;
  elsif transfer.state in ('done', 'manual') then
    raise exception 'a transfer that is % does not fail so', transfer.state using errcode = 'RC005';
  end if;
  perform check_fence(transfer.machine_id, p_epoch);
  if transfer.kind = 'cashin' then
    update ledger_accounts set held = held - transfer.amount, version = version + 1
      where kind = 'player' and ref = transfer.player_id;
  end if;
  update transfers set state = 'failed', code = p_code, detail = coalesce(p_detail, detail),
    balance_after = available(player_id), lease_epoch = p_epoch
    where id = p_id returning * into transfer;
  return transfer;
end $$;
