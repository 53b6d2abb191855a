-- Significant events: written in the transaction of what happened. (What they are: contract/console/events.ts.)

-- Writes one. The same source at the same time is the same event: a repetition adds none.
create or replace function record_event(
  p_kind text, p_machine integer, p_session text, p_player integer, p_facts jsonb, p_source text default null,
  p_at timestamptz default null
) returns void language sql as $$
insert into significant_events (at, kind, machine_id, session_id, player_id, facts, source)
  values (coalesce(p_at, clock_timestamp()), p_kind, p_machine, p_session, p_player, coalesce(p_facts, '{}'), p_source)
  on conflict do nothing
$$;

-- What only the machine's host notices, while it has the machine.
create or replace function machine_event(
  p_machine integer, p_epoch bigint, p_kind text, p_session text, p_player integer, p_facts jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  perform check_fence(p_machine, p_epoch);
  perform record_event(p_kind, p_machine, p_session, p_player, p_facts, p_kind || ':' || p_machine, p_at);
end $$;

-- From which amount on a win or a transfer is an event, minor units; null: none is. (Setting significantEvents; its default is
-- in contract/settings.ts, too.)
create or replace function large_amount(p_of text) returns bigint language sql stable as $$
select nullif(coalesce((
  select case when jsonb_typeof(body -> 'significantEvents' -> p_of) = 'number'
    then (body -> 'significantEvents' ->> p_of)::bigint end
  from settings_versions order by id desc limit 1), 1000000), 0)
$$;

-- An event never changes, but for its mark as seen, once.
create or replace function event_seen_once() returns trigger language plpgsql as $$
begin
  if old.seen_at is not null or new.seen_at is null
     or (old.id, old.at, old.kind, old.machine_id, old.session_id, old.player_id, old.facts, old.source)
     is distinct from (new.id, new.at, new.kind, new.machine_id, new.session_id, new.player_id, new.facts, new.source) then
    raise exception 'event % can''t become that: it is marked as seen, once', old.id using errcode = 'RC005';
  end if;
  return new;
end $$;

create or replace function machine_is_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_event('machineAdded', new.id, null, null, jsonb_build_object('name', new.name, 'serial', new.serial));
    return null;
  end if;
  if new.out_of_order is distinct from old.out_of_order then
    perform record_event(case when new.out_of_order is null then 'machineBack' else 'machineOutOfOrder' end, new.id, null, null,
      jsonb_strip_nulls(jsonb_build_object('reason', new.out_of_order)));
  end if;
  if new.quarantined is distinct from old.quarantined then
    perform record_event(case when new.quarantined is null then 'machineQuarantineLifted' else 'machineQuarantined' end, new.id,
      null, null, jsonb_strip_nulls(jsonb_build_object('reason', new.quarantined)));
  end if;
  if new.retired_at is not null and old.retired_at is null then
    perform record_event('machineRetired', new.id, null, null, '{}');
  end if;
  return null;
end $$;

create or replace function suspension_is_event() returns trigger language plpgsql as $$
begin
  perform record_event(case when new.transfer_id is null then 'meterMismatch' else 'transferInDoubt' end, new.machine_id,
    new.session_id, new.player_id, jsonb_strip_nulls(jsonb_build_object('held', new.held, 'credit', new.credit,
      'transferId', new.transfer_id, 'reason', left(new.reason, 500))));
  return null;
end $$;

create or replace function game_is_event() returns trigger language plpgsql as $$
declare facts jsonb := jsonb_build_object('game', new.game_number, 'bet', new.bet, 'win', new.win);
begin
  if new.hand_pay > 0 then
    perform record_event('handPaid', new.machine_id, new.session_id, new.player_id,
      facts || jsonb_build_object('amount', new.hand_pay));
  end if;
  if new.win >= large_amount('largeWin') then
    perform record_event('largeWin', new.machine_id, new.session_id, new.player_id,
      facts || jsonb_build_object('amount', new.win));
  end if;
  return null;
end $$;

create or replace function transfer_is_event() returns trigger language plpgsql as $$
begin
  if new.moved >= large_amount('largeTransfer') then
    perform record_event('largeTransfer', new.machine_id, new.session_id, new.player_id,
      jsonb_build_object('amount', new.moved, 'direction', new.kind, 'transferId', new.id));
  end if;
  return null;
end $$;

create or replace function jackpot_is_event() returns trigger language plpgsql as $$
begin
  perform record_event('jackpot', new.machine_id, new.session_id, new.player_id,
    jsonb_build_object('amount', new.amount, 'jackpotId', new.jackpot_id, 'game', new.game_number));
  return null;
end $$;

create or replace function settings_are_event() returns trigger language plpgsql as $$
begin
  perform record_event('configuration', null, null, null,
    jsonb_build_object('version', new.id, 'by', new.author, 'changed', to_jsonb(new.changed)));
  return null;
end $$;

create or replace function log_is_event() returns trigger language plpgsql as $$
begin
  perform record_event('loginsBlocked', null, null, new.player_id, jsonb_strip_nulls(jsonb_build_object('ip', new.ip)));
  return null;
end $$;

create or replace function exclusion_is_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.exclusion_until is not distinct from old.exclusion_until then return null; end if;
  end if;
  perform record_event('selfExclusion', null, null, new.player_id, jsonb_build_object('until', new.exclusion_until));
  return null;
end $$;

create or replace function ban_is_event() returns trigger language plpgsql as $$
begin
  perform record_event('playerBanned', null, null, new.id, jsonb_strip_nulls(jsonb_build_object('for', new.banned_for)));
  return null;
end $$;
