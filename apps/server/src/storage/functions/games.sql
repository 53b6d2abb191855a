-- Games and jackpots: recorded, fed and paid in one transaction.
--
-- Order of locks: lease, game, the accounts of machine, house and player as `record_game` takes them; the player's account
-- where a hit is expected; what is left of this machine's shares; then the pots (their ledger accounts) by the ids of the
-- jackpots. A transaction that holds a pot waits for nothing but a pot with a higher id, so it is part of no deadlock. A hit
-- that was not expected (another machine fed the pot a moment before) takes the player's account without waiting; where it
-- is in use, the transaction ends with serialization_failure and is repeated, and then the hit is expected.

-- The hash of a game covers its digest and the hash of the session's game before it (docs/game-records.md). A game without a
-- digest has no hash, and a game after it begins a new chain.
create or replace function next_game_hash(p_before bytea, p_digest bytea) returns bytea language sql stable as $$
select sha256(convert_to(coalesce(encode(p_before, 'hex'), '') || E'\n' || encode(p_digest, 'hex'), 'UTF8'))
$$;

-- The hash of a game that is recorded now: that of the game before it counts where it is of the same session.
create or replace function game_hash(p_machine integer, p_number bigint, p_session text, p_digest bytea)
  returns bytea language sql stable as $$
select next_game_hash((
  select case when session_id = p_session then hash end from games
  where machine_id = p_machine and game_number < p_number order by game_number desc limit 1), p_digest)
$$;

-- A bet goes from the machine to the house, a win back; a hand pay goes from the house to the player.
-- The session must be the player's at this machine, and its games come in the order of their numbers.
create or replace function record_game(
  p_machine integer, p_number bigint, p_player integer, p_session text, p_free boolean, p_bet bigint, p_win
  bigint, p_hand_pay bigint, p_started timestamptz, p_ended timestamptz, p_detail jsonb, p_epoch bigint,
  p_meters jsonb default null, p_digest bytea default null
) returns boolean language plpgsql as $$
declare
  machine bigint;
  house bigint;
  stored games;
begin
  perform check_fence(p_machine, p_epoch);
  if length(p_digest) <> 32 then
    raise exception 'a digest has 32 bytes, not %', length(p_digest) using errcode = 'RC005';
  end if;
  insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail,
      meters, hash)
    values (p_machine, p_number, p_player, p_session, p_free, p_bet, p_win, p_hand_pay, p_started, p_ended, p_detail,
      p_meters, case when p_digest is not null then game_hash(p_machine, p_number, p_session, p_digest) end)
    on conflict do nothing;
  if not found then
    -- A machine whose memory was cleared counts from 1 again: its games must not be taken for ones that are posted.
    select * into strict stored from games where machine_id = p_machine and game_number = p_number;
    if (stored.player_id, stored.session_id, stored.free, stored.bet, stored.win, stored.hand_pay)
       is distinct from (p_player, p_session, p_free, p_bet, p_win, p_hand_pay) then
      raise exception 'game % of machine % was recorded with other figures', p_number, p_machine using errcode = 'RC005';
    end if;
    return false;
  end if;
  -- Also a closed session: a host that could not finish its end may still find a game of it.
  if not exists (select from sessions where id = p_session and machine_id = p_machine and player_id = p_player) then
    raise exception 'player % has no session % at machine %', p_player, p_session, p_machine using errcode = 'RC005';
  end if;
  if exists (select from games where session_id = p_session and game_number > p_number) then
    raise exception 'session % has games after game %', p_session, p_number using errcode = 'RC005';
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
end $$;

-- Where the pot will hit: drawn evenly from above the pot up to the maximum, from 48 bits of the system's own
-- cryptographic generator (gen_random_uuid: its first twelve digits are random ones).
create or replace function draw_threshold(p_pot bigint, p_maximum bigint) returns bigint language sql as $$
select least(p_maximum, p_pot + 1 + floor(
  ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint::numeric
  * greatest(p_maximum - p_pot, 0) / 281474976710656)::bigint)
$$;

-- A pot begins with its seed and a threshold.
create or replace function open_jackpot(p_jackpot integer, p_amount bigint) returns void language plpgsql as $$
begin
  insert into ledger_accounts (kind, ref) values ('jackpot', p_jackpot);
  perform post_journal('jackpot-seed:' || p_jackpot || ':opening', 'seed',
    array[account_of('house', 0), account_of('jackpot', p_jackpot)], array[-p_amount, p_amount], null);
  update jackpots set threshold = draw_threshold(p_amount, maximum) where id = p_jackpot;
  if not found or exists (select from jackpots where id = p_jackpot and maximum <= p_amount) then
    raise exception 'jackpot % can''t begin with %', p_jackpot, p_amount using errcode = 'RC005';
  end if;
end $$;

-- The jackpots that a machine feeds, by id.
create or replace function jackpots_of(p_machine integer) returns integer[] language sql stable as $$
select coalesce(array_agg(j.id order by j.id), '{}') from machines m
join brands b on b.id = m.brand_id
join jackpots j on j.id::text = any (string_to_array(replace(b.jackpot, ' ', ''), ','))
where m.id = p_machine
$$;

-- The pot's account is the lock of its jackpot, also for the operator's changes. Null where there is no such jackpot.
create or replace function lock_pot(p_jackpot integer) returns bigint language sql as $$
select posted from ledger_accounts where kind = 'jackpot' and ref = p_jackpot for no key update
$$;

-- A share of the bet goes from the house to each pot; what is less than a minor unit is kept until it makes one.
create or replace function feed_jackpots(
  p_jackpots integer[], p_machine integer, p_number bigint, p_player integer, p_bet bigint
) returns void language plpgsql as $$
declare
  jackpot record;
  journal bigint;
  total bigint := 0;
  accounts bigint[] := '{}';
  amounts bigint[] := '{}';
  hit boolean := false;
begin
  for jackpot in
    select j.id, j.threshold, a.id as account, a.posted as pot, coalesce(r.remainder, 0) as remainder,
      p_bet * j.share + coalesce(r.remainder, 0) as parts
    from jackpots j
    join ledger_accounts a on a.kind = 'jackpot' and a.ref = j.id
    left join jackpot_remainders r on r.jackpot_id = j.id and r.machine_id = p_machine
    where j.id = any (p_jackpots) order by j.id
  loop
    if jackpot.parts % 10000 <> jackpot.remainder then
      insert into jackpot_remainders as r (jackpot_id, machine_id, remainder)
        values (jackpot.id, p_machine, jackpot.parts % 10000)
        on conflict (jackpot_id, machine_id) do update set remainder = excluded.remainder;
    end if;
    continue when jackpot.parts < 10000;
    accounts := accounts || jackpot.account;
    amounts := amounts || jackpot.parts / 10000;
    total := total + jackpot.parts / 10000;
    hit := hit or jackpot.pot + jackpot.parts / 10000 >= jackpot.threshold;
  end loop;
  if total = 0 then return; end if;
  if hit then
    perform from ledger_accounts where kind = 'player' and ref = p_player for no key update;
  end if;
  insert into journals (source, kind) values ('contribution:' || p_machine || ':' || p_number, 'contribution')
    returning id into journal;
  -- The house's account is held since the game was posted, and the pots follow by the ids of the jackpots.
  insert into postings (journal_id, account_id, amount)
    select journal, entry.account, entry.amount
    from unnest(account_of('house', p_machine) || accounts, -total || amounts) with ordinality as entry(account, amount, n)
    order by entry.n;
end $$;

-- A pot that has reached its threshold is paid at once, and starts again with a seed and a new threshold.
create or replace function pay_jackpots(
  p_jackpots integer[], p_machine integer, p_number bigint, p_player integer, p_session text
) returns void language plpgsql as $$
declare
  jackpot record;
  name text;
  paid bigint;
  house bigint := account_of('house', p_machine);
begin
  for jackpot in
    select j.*, a.id as account, a.posted as pot from jackpots j
    join ledger_accounts a on a.kind = 'jackpot' and a.ref = j.id
    where j.id = any (p_jackpots) and a.posted >= j.threshold order by j.id
  loop
    begin
      perform from ledger_accounts where kind = 'player' and ref = p_player for no key update nowait;
    exception when lock_not_available then
      raise exception 'the account of player % is in use', p_player using errcode = 'serialization_failure';
    end;
    -- "Must hit by": what the last bet brought beyond the maximum begins the next pot.
    paid := least(jackpot.pot, jackpot.maximum);
    name := jackpot.id || ':' || p_machine || ':' || p_number;
    insert into jackpot_hits (jackpot_id, machine_id, game_number, player_id, session_id, amount)
      values (jackpot.id, p_machine, p_number, p_player, p_session, paid);
    perform post_journal('jackpot:' || name, 'jackpot',
      array[jackpot.account, account_of('player', p_player)], array[-paid, paid],
      jsonb_build_object('tag', jackpot.name, 'jackpot', jackpot.name, 'machineId', p_machine, 'sessionId', p_session));
    perform post_journal('jackpot-seed:' || name, 'seed',
      array[house, jackpot.account], array[-jackpot.seed, jackpot.seed], null);
    update jackpots set threshold = draw_threshold(jackpot.pot - paid + jackpot.seed, maximum) where id = jackpot.id;
  end loop;
end $$;

-- As record_game, and the jackpots of that machine with it. The same game again changes nothing and answers the same hits.
create or replace function record_game_with_jackpots(
  p_machine integer, p_number bigint, p_player integer, p_session text, p_free boolean, p_bet bigint, p_win
  bigint, p_hand_pay bigint, p_started timestamptz, p_ended timestamptz, p_detail jsonb, p_epoch bigint,
  p_meters jsonb default null, p_digest bytea default null
) returns table(id integer, name text, amount bigint, version bigint, hit bigint) language plpgsql as $$
declare
  fresh boolean := record_game(p_machine, p_number, p_player, p_session, p_free, p_bet, p_win, p_hand_pay, p_started,
    p_ended, p_detail, p_epoch, p_meters, p_digest);
  fed integer[];
begin
  if p_free or p_bet = 0 then return; end if;
  fed := jackpots_of(p_machine);
  if fed = '{}' then return; end if;
  if fresh then
    perform feed_jackpots(fed, p_machine, p_number, p_player, p_bet);
    perform pay_jackpots(fed, p_machine, p_number, p_player, p_session);
  end if;
  return query
    select j.id, j.name, a.posted, a.seq, coalesce(h.amount, 0) from jackpots j
    join ledger_accounts a on a.kind = 'jackpot' and a.ref = j.id
    left join jackpot_hits h on h.jackpot_id = j.id and h.machine_id = p_machine and h.game_number = p_number
    where j.id = any (fed) order by j.id;
end $$;
