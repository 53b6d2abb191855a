-- Money in doubt: moved to suspense with its evidence, resolved by a clear answer or by an operator, and paid to its player.

-- Keeps what the host read at rest, next to what the ledger says at this moment.
create or replace function machine_meters_read(
  p_machine integer, p_in bigint, p_out bigint, p_credit bigint, p_epoch bigint
) returns machine_meters language plpgsql as $$
declare meters machine_meters;
begin
  perform check_fence(p_machine, p_epoch);
  insert into machine_meters (machine_id) values (p_machine) on conflict do nothing;
  update machine_meters set read_in = p_in, read_out = p_out, read_credit = p_credit, read_epoch = p_epoch,
    read_at = clock_timestamp(), expected_in = ledger_in, expected_out = ledger_out, expected_credit = credit_of(p_machine)
    where machine_id = p_machine returning * into meters;
  return meters;
end $$;

-- All of the player's money at that machine that is in doubt (a held deposit, and what the ledger has on the machine) goes to
-- suspense; the session ends and the machine is quarantined.
create or replace function suspend_money(
  p_machine integer, p_player integer, p_session text, p_transfer uuid, p_held bigint, p_reason text, p_evidence
  jsonb, p_epoch bigint
) returns suspensions language plpgsql as $$
declare
  suspension suspensions;
  credit bigint := credit_of(p_machine);
begin
  insert into ledger_accounts (kind, ref) values ('suspense', p_player) on conflict do nothing;
  insert into suspensions (machine_id, player_id, session_id, transfer_id, held, credit, remaining, reason, evidence, settled_at)
    values (p_machine, p_player, p_session, p_transfer, p_held, credit, p_held + credit, p_reason, p_evidence,
      case when p_held + credit = 0 and p_transfer is null then now() end)
    returning * into suspension;
  if p_held + credit > 0 then
    perform post_journal('suspend:' || suspension.id, 'suspend',
      array[account_of('player', p_player), account_of('machine', p_machine), account_of('suspense', p_player)],
      array[-p_held, -credit, p_held + credit],
      jsonb_build_object('machineId', p_machine, 'sessionId', p_session));
  end if;
  update sessions set state = 'closed', ended_at = now(), end_reason = 'checking', paid_out = 0, lease_epoch = p_epoch
    where id = p_session and state <> 'closed';
  update machines set quarantined = p_reason, quarantined_at = now() where id = p_machine and quarantined is null;
  return suspension;
end $$;

-- The machine can't say what became of the transfer: the money waits in suspense for an operator.
create or replace function transfer_manual(
  p_id uuid, p_reason text, p_evidence jsonb, p_epoch bigint
) returns transfers language plpgsql as $$
declare transfer transfers := transfer_of(p_id);
begin
  if transfer.state in ('done', 'failed') then
    raise exception 'a transfer that is % can''t become manual', transfer.state using errcode = 'RC005';
  end if;
  perform check_fence(transfer.machine_id, p_epoch);
  if transfer.state = 'manual' then return transfer; end if;
  if transfer.state = 'sent' then update transfers set state = 'unknown' where id = p_id; end if;
  if transfer.kind = 'cashin' then
    update ledger_accounts set held = held - transfer.amount, version = version + 1
      where kind = 'player' and ref = transfer.player_id;
  end if;
  update transfers set state = 'manual', detail = p_reason, manual_at = clock_timestamp(), lease_epoch = p_epoch,
    evidence = coalesce(evidence, '{}') || p_evidence
    where id = p_id returning * into transfer;
  perform suspend_money(transfer.machine_id, transfer.player_id, transfer.session_id, p_id,
    case transfer.kind when 'cashin' then transfer.amount else 0 end, p_reason, p_evidence, p_epoch);
  return transfer;
end $$;

-- The machine's meters are not what the ledger says, and no transfer is under way that could explain it.
create or replace function session_suspend(
  p_session text, p_reason text, p_evidence jsonb, p_epoch bigint
) returns suspensions language plpgsql as $$
declare
  session sessions := session_for_host(p_session, p_epoch);
  suspension suspensions;
begin
  if session.state = 'closed' then
    select * into suspension from suspensions where session_id = p_session order by opened_at desc limit 1;
    return suspension;
  end if;
  return suspend_money(session.machine_id, session.player_id, p_session, null, 0, p_reason, p_evidence, p_epoch);
end $$;

-- By the machine's clear answer (with the host's epoch), or by an operator (without one). What the transfer is found not
-- to have moved goes back; what it left on the machine stays in suspense until the machine is settled.
create or replace function transfer_resolve(
  p_id uuid, p_state text, p_moved bigint, p_by text, p_because text, p_epoch bigint
) returns transfers language plpgsql as $$
declare
  transfer transfers := transfer_of(p_id);
  suspension suspensions;
  back bigint;
begin
  if transfer.state = p_state and coalesce(transfer.moved, 0) = p_moved then return transfer; end if;
  if transfer.state <> 'manual' then
    raise exception 'transfer % is %, not manual', p_id, transfer.state using errcode = 'RC005';
  end if;
  if p_epoch is not null then perform check_fence(transfer.machine_id, p_epoch); end if;
  select * into strict suspension from suspensions where transfer_id = p_id for update;
  if p_state not in ('done', 'failed') or p_moved < 0 or (p_state = 'failed' and p_moved <> 0)
     or p_moved > (case transfer.kind when 'cashin' then transfer.amount else least(suspension.credit, coalesce(transfer.amount, suspension.credit)) end) then
    raise exception 'transfer % can''t have moved %', p_id, p_moved using errcode = 'RC012';
  end if;
  back := case transfer.kind when 'cashin' then suspension.held - p_moved else p_moved end;
  if back > 0 then
    perform post_journal('resolve:' || suspension.id, 'resolve',
      array[account_of('suspense', transfer.player_id), account_of('player', transfer.player_id)], array[-back, back],
      jsonb_build_object('machineId', transfer.machine_id, 'sessionId', transfer.session_id, 'by', p_by));
  end if;
  if p_moved > 0 then perform machine_moved(transfer.machine_id, transfer.kind, p_moved); end if;
  update suspensions set remaining = remaining - back, paid = paid + back,
    settled_at = case when remaining = back then now() end,
    settled_by = p_by, settled_because = p_because
    where id = suspension.id;
  update transfers set state = p_state, moved = case p_state when 'done' then p_moved end,
    code = case p_state when 'failed' then 60013 end, -- ErrorCode.TransferRefused
    balance_after = available(player_id),
    lease_epoch = coalesce(p_epoch, lease_epoch),
    evidence = coalesce(evidence, '{}') || jsonb_build_object('resolvedBy', p_by, 'resolvedBecause', p_because, 'resolvedAt', now())
    where id = p_id returning * into transfer;
  return transfer;
end $$;

-- After the host has cleared the machine: its player is paid, the rest is the house's, and the meters as they are now
-- are what later ones are compared with. p_cleared is what the machine's credit meter gave up.
create or replace function machine_settle(
  p_machine integer, p_player integer, p_pay bigint, p_cleared bigint, p_in bigint, p_out bigint, p_credit
  bigint, p_games bigint, p_by text, p_because text, p_key uuid, p_epoch bigint
) returns integer language plpgsql as $$
declare
  suspension suspensions;
  last sessions;
  source text := 'settle:' || p_key;
  owner integer := p_player;
  due bigint;
begin
  perform check_fence(p_machine, p_epoch);
  if exists (select from journals where journals.source = 'settle:' || p_key) then return p_player; end if;
  if exists (select from transfers where machine_id = p_machine and unresolved) then
    raise exception 'machine % has an unresolved transfer', p_machine using errcode = 'RC009';
  end if;
  if p_credit <> 0 then
    raise exception 'machine % still has credit', p_machine using errcode = 'RC010';
  end if;
  if credit_of(p_machine) <> 0 then
    -- Of a session that ended without it, as earlier versions allowed: it is its last player's.
    select * into last from sessions where machine_id = p_machine order by started_at desc limit 1;
    if last.id is null or last.state <> 'closed' then
      raise exception 'machine % is in use', p_machine using errcode = 'RC010';
    end if;
    perform suspend_money(p_machine, last.player_id, last.id, null, 0, 'credit without an owner', '{}', p_epoch);
  end if;
  select * into suspension from suspensions where machine_id = p_machine and settled_at is null for update;
  due := coalesce(suspension.remaining, 0);
  if p_pay < 0 or p_pay > greatest(due, p_cleared) then
    raise exception 'no more than % can be paid for machine %', greatest(due, p_cleared), p_machine using errcode = 'RC012';
  end if;
  owner := coalesce(p_player, suspension.player_id);
  if suspension.id is not null and owner <> suspension.player_id then
    raise exception 'the money of machine % belongs to player %', p_machine, suspension.player_id using errcode = 'RC012';
  end if;
  if due > 0 or p_pay > 0 then
    perform post_journal(source, 'settle',
      array[coalesce(account_of('suspense', owner), account_of('house', p_machine)), account_of('player', owner), account_of('house', p_machine)],
      array[-due, p_pay, due - p_pay],
      jsonb_build_object('machineId', p_machine, 'sessionId', suspension.session_id, 'by', p_by, 'because', p_because));
  end if;
  if suspension.id is not null then
    update suspensions set remaining = 0, paid = paid + p_pay, kept = kept + due - p_pay, settled_at = now(),
      settled_by = p_by, settled_because = p_because where id = suspension.id;
  end if;
  update machine_meters set
    game_base = greatest(game_base, coalesce((select max(game_number) from games where machine_id = p_machine), 0) - p_games),
    ledger_in = p_in, ledger_out = p_out, expected_in = p_in, expected_out = p_out, expected_credit = 0,
    read_in = p_in, read_out = p_out, read_credit = p_credit, read_epoch = p_epoch, read_at = clock_timestamp()
    where machine_id = p_machine;
  -- In the same transaction, so that the answer to the request never says that nothing was paid.
  update machine_requests set state = 'done', answer = p_pay, done_at = now() where id = p_key and state = 'waiting';
  return owner;
end $$;

-- Why a machine can't go back into play, by what was read of it last; null where it can.
create or replace function machine_difference(p_machine integer) returns text language plpgsql stable as $$
declare
  meters machine_meters;
  transfer uuid;
  suspended bigint;
begin
  select id into transfer from transfers where machine_id = p_machine and unresolved limit 1;
  if found then return 'transfer ' || transfer || ' is not resolved'; end if;
  select remaining into suspended from suspensions where machine_id = p_machine and settled_at is null;
  if found then return suspended || ' minor units of its last player are not settled'; end if;
  select * into meters from machine_meters where machine_id = p_machine;
  if meters.read_at is null then return 'its meters were never read'; end if;
  if meters.read_credit <> credit_of(p_machine) then
    return 'its credit meter shows ' || meters.read_credit || ', the ledger ' || credit_of(p_machine);
  end if;
  if meters.read_in <> meters.ledger_in or meters.read_out <> meters.ledger_out then
    return 'its transfer meters show ' || meters.read_in || ' in and ' || meters.read_out || ' out, the ledger '
      || meters.ledger_in || ' and ' || meters.ledger_out;
  end if;
  return null;
end $$;

-- Puts a machine back into play. p_lifts "operator": lifts any reason; "quarantine": only that of the server itself.
-- Answers why it can't be; null where it is back.
create or replace function machine_back(
  p_machine integer, p_lifts text, p_epoch bigint
) returns text language plpgsql as $$
declare difference text;
begin
  perform check_fence(p_machine, p_epoch);
  difference := machine_difference(p_machine);
  if difference is not null then return difference; end if;
  update machines set quarantined = null, quarantined_at = null,
    out_of_order = case p_lifts when 'operator' then null else out_of_order end where id = p_machine;
  return null;
end $$;

-- For good: nobody sits there, nothing is owed. Answers why it can't be; null where it is retired.
create or replace function machine_retire(p_machine integer) returns text language plpgsql as $$
begin
  perform from machines where id = p_machine for update;
  if not found then return 'there is no machine ' || p_machine; end if;
  if exists (select from sessions where machine_id = p_machine and state <> 'closed') then
    return 'somebody is seated at machine ' || p_machine;
  end if;
  if credit_of(p_machine) <> 0 or exists (select from transfers where machine_id = p_machine and unresolved)
     or exists (select from suspensions where machine_id = p_machine and settled_at is null) then
    return 'money of machine ' || p_machine || ' is not settled';
  end if;
  update machines set retired_at = coalesce(retired_at, now()), quarantined = null, quarantined_at = null
    where id = p_machine;
  return null;
end $$;
