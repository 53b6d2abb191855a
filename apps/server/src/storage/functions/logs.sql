-- Everything except money: the list of operations that players read, monthly partitions of logs, the audit log, approvals, chats.

-- What a posting means to its player, of the kinds of journals that are not about money in doubt.
create or replace function operation_of_known(p postings) returns operations language plpgsql stable as $$
declare
  operation operations;
  journal journals;
  detail jsonb;
begin
  select ref into operation.player_id from ledger_accounts where id = p.account_id and kind = 'player';
  if not found then return operation; end if;
  select * into strict journal from journals where id = p.journal_id;
  detail := case when jsonb_typeof(journal.detail) = 'object' then journal.detail else '{}' end;
  operation.seq := p.seq;
  operation.at := journal.at;
  operation.amount := p.amount;
  operation.balance := p.balance;
  operation.type := case journal.kind
    when 'deposit' then 1 when 'withdraw' then 2 when 'cashin' then 3 when 'cashout' then 4
    when 'game' then 5 when 'jackpot' then 6 when 'promotion' then 1
    else case when p.amount > 0 then 1 else 2 end end;
  operation.origin := case journal.kind
    when 'cashin' then 'machine' when 'cashout' then 'machine' when 'game' then 'machine'
    when 'jackpot' then 'jackpot' when 'promotion' then 'promotions' else 'house' end;
  operation.tag := coalesce(detail ->> 'tag', '');
  operation.ip := detail ->> 'ip';
  if journal.source ~ '^transfer:[0-9a-f-]{36}$' then
    select t.machine_id, t.session_id, t.ip into operation.machine_id, operation.session_id, operation.ip
      from transfers t where t.id = substr(journal.source, 10)::uuid;
  elsif journal.source ~ '^game:\d{1,9}:\d{1,18}$' then
    operation.machine_id := split_part(journal.source, ':', 2)::integer;
    select g.session_id into operation.session_id from games g
      where g.machine_id = operation.machine_id and g.game_number = split_part(journal.source, ':', 3)::bigint;
  elsif journal.source ~ '^jackpot:\d{1,9}:\d{1,9}:\d{1,18}$' then
    operation.machine_id := split_part(journal.source, ':', 3)::integer;
    operation.session_id := detail ->> 'sessionId';
    operation.tag := coalesce(detail ->> 'jackpot', detail ->> 'name', operation.tag);
  end if;
  if operation.ip is null and operation.session_id is not null then
    select s.ip into operation.ip from sessions s where s.id = operation.session_id;
  end if;
  return operation;
end $$;

-- The same of every kind. Without a player where the posting is none of a player's account.
create or replace function operation_of(p postings) returns operations language plpgsql stable as $$
declare
  operation operations := operation_of_known(p);
  journal journals;
begin
  if operation.player_id is null then return operation; end if;
  select * into strict journal from journals where id = p.journal_id;
  if journal.kind in ('suspend', 'resolve', 'settle') then
    -- Money that went towards the machine, or came back from there.
    operation.type := case when p.amount < 0 then 3 else 4 end;
    operation.origin := 'machine';
    operation.machine_id := (journal.detail ->> 'machineId')::integer;
    operation.session_id := journal.detail ->> 'sessionId';
    operation.tag := 'checking';
  end if;
  return operation;
end $$;

-- Each posting of a player is copied to the narrow table that lists are read from.
create or replace function postings_enter_operations() returns trigger language plpgsql as $$
begin
  insert into operations
    select operation.* from entered e
    cross join lateral (select p from postings p where p.id = e.id limit 1) posting
    cross join lateral operation_of(posting.p) operation
    where (select a.kind from ledger_accounts a where a.id = e.account_id) = 'player'
      and operation.player_id is not null order by e.id;
  return null;
end $$;

-- Makes the months of a log up to a date. Months are those of UTC, and named `<table>_2026_11`. Rows of a month that was not
-- made in time are in `<table>_default`; their month is skipped with a warning, since nothing that was logged is ever moved.
-- A trigger `append_only` guards each month by itself, as statements can name it. Answers how many months were made.
create or replace function add_months(
  p_table regclass, p_until date, p_from date default (now() at time zone 'UTC')::date
) returns integer language plpgsql as $$
declare
  space text;
  parent text;
  month date := date_trunc('month', p_from);
  made integer := 0;
  part text;
begin
  select n.nspname, c.relname into strict space, parent
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table and c.relkind = 'p';
  if not exists (select from pg_partitioned_table where partrelid = p_table and partdefid <> 0) then
    part := parent || '_default';
    execute format('create table %I.%I partition of %s default', space, part, p_table);
    perform guard_month(space, part);
  end if;
  while month <= p_until loop
    part := parent || to_char(month, '_YYYY_MM');
    if to_regclass(format('%I.%I', space, part)) is null then
      begin
        execute format('create table %I.%I partition of %s for values from (%L) to (%L)', space, part, p_table,
          month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
        perform guard_month(space, part);
        made := made + 1;
      exception when check_violation then
        raise warning 'month % of % can''t be made: its rows are in %_default', to_char(month, 'YYYY-MM'), p_table, parent;
      end;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

-- Hangs that trigger on a month. Significant events are marked as seen: a trigger for each row, which the month has from its
-- table, permits that and nothing else.
create or replace function guard_month(p_space text, p_month text) returns void language plpgsql as $$
begin
  execute format('create trigger %I before %s on %I.%I for each statement execute function %I.append_only()',
    p_month || '_append_only',
    case when p_month like 'significant_events_%' then 'delete or truncate' else 'update or delete or truncate' end,
    p_space, p_month, p_space);
end $$;

-- Number and hash are made here, whatever the insert says. A JSON array as text is unambiguous: no two different rows
-- have the same one. The time is whole microseconds, which no time zone changes. (The same form: audit/verify.ts.)
create or replace function act_enters_chain() returns trigger language plpgsql as $$
begin
  update audit_head set
    seq = seq + 1,
    at = new.at,
    hash = sha256(hash || convert_to(jsonb_build_array(
      seq + 1, (extract(epoch from new.at) * 1000000)::bigint, new."by", new.via, new."from", new.act, new.target,
      new.before, new.after, new.why)::text, 'UTF8'))
  where at <= new.at
  returning seq, hash into new.seq, new.hash;
  if not found then
    raise exception 'the audit log has a row of a later time: write with record_act' using errcode = 'RC005';
  end if;
  return new;
end $$;

-- The head changes by a row of the log alone.
create or replace function audit_head_follows_log() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or pg_trigger_depth() < 2 then
    raise exception 'the head of the audit log follows its rows alone' using errcode = 'RC005';
  end if;
  return new;
end $$;

-- Writes a row of the audit log. The head is locked before the time is taken, so that times rise with the numbers, also
-- where the clock is set back: a month's partition is then one unbroken piece of the chain. Answers the number.
create or replace function record_act(
  p_by text, p_via text, p_from text, p_act text, p_target text, p_before jsonb, p_after jsonb, p_why text
) returns bigint language plpgsql as $$
declare
  head audit_head;
  number bigint;
begin
  select * into strict head from audit_head for update;
  insert into audit_log (at, "by", via, "from", act, target, before, after, why)
    values (greatest(head.at, clock_timestamp()), p_by, p_via, p_from, p_act, p_target, p_before, p_after, p_why)
    returning seq into number;
  return number;
end $$;

-- Moving money to suspense and settling it are acts of the server itself, for the audit log.
create or replace function record_suspension() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_act('system', 'system', null, 'suspense.open', 'player ' || new.player_id, null,
      jsonb_build_object('machineId', new.machine_id, 'sessionId', new.session_id, 'transferId', new.transfer_id,
        'held', new.held, 'credit', new.credit, 'remaining', new.remaining), left(new.reason, 1000));
  else
    perform record_act('system', 'system', null, 'suspense.settle', 'player ' || new.player_id,
      jsonb_build_object('machineId', old.machine_id, 'remaining', old.remaining, 'paid', old.paid, 'kept', old.kept),
      jsonb_build_object('remaining', new.remaining, 'paid', new.paid, 'kept', new.kept, 'by', new.settled_by),
      left(new.settled_because, 1000));
  end if;
  return null;
end $$;

-- So is a quarantine, and its end.
create or replace function record_quarantine() returns trigger language plpgsql as $$
begin
  perform record_act('system', 'system', null,
    case when new.quarantined is null then 'machine.lift-quarantine' else 'machine.quarantine' end,
    'machine ' || new.id, jsonb_build_object('quarantined', old.quarantined),
    jsonb_build_object('quarantined', new.quarantined), null);
  return null;
end $$;

-- So is the end of a transfer that waited for an operator.
create or replace function record_transfer_decided() returns trigger language plpgsql as $$
begin
  perform record_act('system', 'system', null, 'transfer.decided', 'transfer ' || new.id,
    jsonb_build_object('state', old.state, 'playerId', old.player_id, 'machineId', old.machine_id, 'amount', old.amount),
    jsonb_build_object('state', new.state, 'moved', new.moved), left(new.detail, 1000));
  return null;
end $$;

-- Money by hand that waits for a second person: the request never changes, and is decided once, before it expires.
create or replace function approval_may_become() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' then
      raise exception 'a request begins as waiting, not %', new.state using errcode = 'RC005';
    end if;
    return new;
  end if;
  if (old.id, old.act, old.target, old.amount, old.params, old.key, old.requested_by, old.requester, old.requested_from,
      old.why, old.requested_at, old.expires_at)
     is distinct from
     (new.id, new.act, new.target, new.amount, new.params, new.key, new.requested_by, new.requester, new.requested_from,
      new.why, new.requested_at, new.expires_at) then
    raise exception 'a request never changes' using errcode = 'RC005';
  end if;
  if old.state <> 'waiting' or new.state = 'waiting' then
    raise exception 'a request that is % can''t become %', old.state, new.state using errcode = 'RC005';
  end if;
  if new.state = 'approved' and clock_timestamp() >= old.expires_at then
    raise exception 'request % has expired', old.id using errcode = 'RC005';
  end if;
  new.decided_at := clock_timestamp();
  return new;
end $$;

-- The state of a chat with the support desk follows its messages: since which one it waits, and that it is not closed any more.
create or replace function chat_message_arrives() returns trigger language plpgsql as $$
begin
  update chats set
    last_message = new.id,
    waits_from = case when new.author_id is null then null else coalesce(waits_from, new.id) end,
    closed_at = null,
    closed_by = null
  where id = new.chat_id and other_id is null;
  return null;
end $$;
