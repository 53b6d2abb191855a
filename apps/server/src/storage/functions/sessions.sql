-- Sessions and machines: what a machine's host writes, each time with its epoch.

-- No session begins on a machine that has credit, an unresolved transfer, a quarantine, is out of play or closed to new players.
create or replace function session_may_begin() returns trigger language plpgsql as $$
declare machine machines;
begin
  select * into machine from machines where id = new.machine_id for share;
  if machine.out_of_order is not null or machine.quarantined is not null or machine.retired_at is not null then
    raise exception 'machine % is out of play', new.machine_id using errcode = 'RC008';
  end if;
  if machine.closed_at is not null then
    raise exception 'machine % is closed to new players', new.machine_id using errcode = 'RC008';
  end if;
  if exists (select from transfers where machine_id = new.machine_id and unresolved) then
    raise exception 'machine % has an unresolved transfer', new.machine_id using errcode = 'RC009';
  end if;
  if credit_of(new.machine_id) <> 0 then
    raise exception 'machine % has credit of an earlier session', new.machine_id using errcode = 'RC008';
  end if;
  return new;
end $$;

-- A session does not end while the ledger has credit on its machine or a transfer is unresolved.
create or replace function session_may_become() returns trigger language plpgsql as $$
begin
  if old.state = 'closed' then
    raise exception 'session % is closed', old.id using errcode = 'RC005';
  end if;
  if (old.id, old.player_id, old.machine_id, old.started_at) is distinct from (new.id, new.player_id, new.machine_id, new.started_at)
     or new.epoch < old.epoch or (old.state = 'closing' and new.state = 'open') then
    raise exception 'session % can''t become that', old.id using errcode = 'RC005';
  end if;
  if new.state = 'closed' then
    if credit_of(new.machine_id) <> 0 then
      raise exception 'session % leaves credit on machine %', new.id, new.machine_id using errcode = 'RC010';
    end if;
    if exists (select from transfers where session_id = new.id and unresolved and state <> 'manual') then
      raise exception 'session % has an unresolved transfer', new.id using errcode = 'RC009';
    end if;
  end if;
  return new;
end $$;

-- A player takes the seat.
create or replace function session_begin(
  p_id text, p_player integer, p_machine integer, p_ip text, p_epoch bigint
) returns sessions language plpgsql as $$
declare session sessions;
begin
  perform check_fence(p_machine, p_epoch);
  -- The same call again, after a lost answer.
  select * into session from sessions where id = p_id;
  if found then return session; end if;
  insert into sessions (id, player_id, machine_id, state, ip, lease_epoch)
    values (p_id, p_player, p_machine, 'open', p_ip, p_epoch) returning * into session;
  return session;
end $$;

-- The session, locked, for the host that has its machine.
create or replace function session_for_host(p_id text, p_epoch bigint) returns sessions language plpgsql as $$
declare session sessions;
begin
  select * into session from sessions where id = p_id;
  if not found then
    raise exception 'there is no session %', p_id using errcode = 'RC006';
  end if;
  perform check_fence(session.machine_id, p_epoch);
  select * into session from sessions where id = p_id for update;
  return session;
end $$;

-- A connection takes the seat: commands of earlier ones are refused. The number asked for makes a repetition harmless.
create or replace function session_connect(
  p_id text, p_connection integer, p_ip text, p_epoch bigint
) returns sessions language plpgsql as $$
declare session sessions := session_for_host(p_id, p_epoch);
begin
  if session.epoch = p_connection then return session; end if;
  update sessions set epoch = p_connection, ip = p_ip, lease_epoch = p_epoch where id = p_id returning * into session;
  return session;
end $$;

-- The session is to end, with the reason.
create or replace function session_ending(
  p_id text, p_reason text, p_epoch bigint
) returns sessions language plpgsql as $$
declare session sessions := session_for_host(p_id, p_epoch);
begin
  if session.state <> 'open' then return session; end if;
  update sessions set state = 'closing', ending_at = clock_timestamp(), end_reason = p_reason, lease_epoch = p_epoch where id = p_id
    returning * into session;
  return session;
end $$;

-- The session is over.
create or replace function session_close(
  p_id text, p_reason text, p_epoch bigint
) returns sessions language plpgsql as $$
declare session sessions := session_for_host(p_id, p_epoch);
begin
  if session.state = 'closed' then return session; end if;
  update sessions set state = 'closed', ended_at = now(), end_reason = p_reason, lease_epoch = p_epoch, paid_out = (
      select coalesce(sum(moved), 0) from transfers
      where session_id = p_id and kind = 'cashout' and state = 'done' and updated_at >= session.ending_at)
    where id = p_id returning * into session;
  return session;
end $$;

-- The house takes the machine out of play.
create or replace function machine_quarantine(
  p_machine integer, p_reason text, p_epoch bigint
) returns void language plpgsql as $$
begin
  perform check_fence(p_machine, p_epoch);
  update machines set quarantined = p_reason, quarantined_at = coalesce(quarantined_at, now())
    where id = p_machine and quarantined is distinct from p_reason;
end $$;

-- Notes what the machine reports to be wrong, and since when, for its next host; null: nothing is.
create or replace function machine_trouble(p_machine integer, p_trouble jsonb, p_epoch bigint) returns void language plpgsql as $$
begin
  perform check_fence(p_machine, p_epoch);
  update machines set trouble = p_trouble where id = p_machine and trouble is distinct from p_trouble;
end $$;

-- Notes when the machine last paid a big win.
create or replace function machine_big_win(p_machine integer, p_epoch bigint) returns void language plpgsql as $$
begin
  perform check_fence(p_machine, p_epoch);
  update machines set last_big_win_at = now() where id = p_machine;
end $$;

-- The memory of a simulated machine. An older revision is refused, and so is a former owner.
create or replace function save_machine_memory(
  p_machine integer, p_state jsonb, p_revision bigint, p_epoch bigint
) returns void language plpgsql as $$
begin
  perform check_fence(p_machine, p_epoch);
  insert into machine_memories as m (machine_id, state, revision, epoch)
    values (p_machine, p_state, p_revision, p_epoch)
    on conflict (machine_id) do update
      set state = excluded.state, revision = excluded.revision, epoch = excluded.epoch, updated_at = now()
      where m.revision < excluded.revision and m.epoch <= excluded.epoch;
  if not found then
    if exists (select from machine_memories where machine_id = p_machine and epoch > p_epoch) then
      raise exception 'the memory of machine % has a higher epoch than %', p_machine, p_epoch using errcode = 'RC001';
    end if;
    raise exception 'the memory of machine % has revision % or a newer one', p_machine, p_revision
      using errcode = 'RC007';
  end if;
end $$;

-- A self-exclusion or a break that is in force can be made longer, never shorter.
create or replace function never_shorter() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if greatest(old.break_until, old.exclusion_until) > now() then
      raise exception 'the absence of player % is not over', old.player_id using errcode = 'RC005';
    end if;
    return old;
  end if;
  if (old.break_until > now() and (new.break_until is null or new.break_until < old.break_until))
     or (old.exclusion_until > now() and (new.exclusion_until is null or new.exclusion_until < old.exclusion_until))
  then
    raise exception 'the absence of player % can''t become shorter', old.player_id using errcode = 'RC005';
  end if;
  return new;
end $$;
