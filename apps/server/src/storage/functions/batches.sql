-- Games of many machines in one transaction.
--
-- Records the games that are plainly right, exactly as record_game_with_jackpots does, and leaves the others out: a game of
-- a former owner, one that is recorded already, one that a check refuses or that may hit a jackpot, and one whose rows
-- another transaction holds. Each of those is then recorded by a call of its own, which decides about it. So there is one
-- place for every refusal, and one game holds up no other.
--
-- Parameters by position: the n-th element of each array belongs to the n-th game. Answers the numbers of the games that are
-- recorded, each with a row for every jackpot that it has fed (the values after the batch), else with one row without any.
--
-- The shares of all games for the jackpots are one journal, of which each pot gets one posting; alone, a game has its own.
--
-- Order of locks: leases and accounts of machines, houses and players without waiting; then what is left of the machines'
-- shares; then the pots by the ids of the jackpots, after all other work (games.sql says why that is part of no deadlock).
create or replace function record_games(
  p_machines integer[], p_numbers bigint[], p_players integer[], p_sessions text[], p_free boolean[], p_bets bigint[],
  p_wins bigint[], p_hand_pays bigint[], p_started timestamptz[], p_ended timestamptz[], p_details jsonb[],
  p_epochs bigint[], p_meters jsonb[], p_digests bytea[]
) returns table(n integer, id integer, name text, amount bigint, version bigint) language plpgsql as $$
#variable_conflict use_column
declare
  ready bigint[];
  fed_games bigint[];
  fed_pots integer[];
  fed_accounts bigint[];
  fed_parts bigint[];
  fed_remainders integer[];
  first_hit bigint;
  contribution text;
begin
  -- The tables are read by subqueries of one row each: their indexes are used then, whatever the planner assumes of arrays.
  with leases as materialized (
    select machine_id, epoch from machine_leases where machine_id = any (p_machines)
    order by machine_id for share skip locked
  ), wanted as (
    select kind, ref from unnest(p_machines) as ref, (values ('machine'), ('house')) as of_machine(kind)
    union
    select 'player', g.player_id from unnest(p_players, p_hand_pays) as g(player_id, hand_pay) where g.hand_pay > 0
  ), accounts as materialized (
    select w.kind, w.ref from wanted w
    cross join lateral (
      select from ledger_accounts a where a.kind = w.kind and a.ref = w.ref for no key update skip locked) a
  )
  select array_agg(g.n order by g.n) into ready
  from unnest(p_machines, p_numbers, p_players, p_sessions, p_hand_pays, p_epochs, p_digests) with ordinality
    as g(machine_id, game_number, player_id, session_id, hand_pay, epoch, digest, n)
  join leases l on l.machine_id = g.machine_id and l.epoch = g.epoch
  join accounts a on a.kind = 'machine' and a.ref = g.machine_id
  join accounts h on h.kind = 'house' and h.ref = g.machine_id
  left join accounts p on p.kind = 'player' and p.ref = g.player_id
  where length(g.digest) = 32
    and (g.hand_pay = 0 or p.ref is not null)
    and array_position(p_machines, g.machine_id) = g.n
    and (select s.machine_id = g.machine_id and s.player_id = g.player_id from sessions s where s.id = g.session_id)
    and (select true from games r where r.machine_id = g.machine_id and r.game_number = g.game_number) is null
    and (select true from games r where r.session_id = g.session_id and r.game_number > g.game_number limit 1) is null;

  with pots as materialized (
    select j.id, j.share, j.threshold, a.id as account, a.posted from jackpots j
    cross join lateral (
      select a.id, a.posted from ledger_accounts a where a.kind = 'jackpot' and a.ref = j.id limit 1) a
  ), feeding as (
    select g.n, g.machine_id, g.bet, string_to_array(replace(b.jackpot, ' ', ''), ',') as jackpots
    from unnest(p_machines, p_bets, p_free) with ordinality as g(machine_id, bet, free, n)
    cross join lateral (
      select b.jackpot from machines m join brands b on b.id = m.brand_id where m.id = g.machine_id limit 1) b
    where g.n = any (ready) and not g.free and g.bet > 0
  ), fed as (
    select f.n, p.id, p.account, p.posted, p.threshold, r.remainder, f.bet * p.share + r.remainder as parts
    from feeding f join pots p on p.id::text = any (f.jackpots)
    cross join lateral (
      select coalesce((
        select r.remainder from jackpot_remainders r where r.jackpot_id = p.id and r.machine_id = f.machine_id), 0)
      as remainder) r
  ), risen as (
    select *, posted + sum(parts / 10000) over (partition by id order by n) >= threshold as hit from fed
  )
  select array_agg(n order by n, id), array_agg(id order by n, id), array_agg(account order by n, id),
      array_agg(parts order by n, id), array_agg(remainder order by n, id), min(n) filter (where hit)
    into fed_games, fed_pots, fed_accounts, fed_parts, fed_remainders, first_hit
  from risen;
  -- From the first game on that may hit, so that pots rise in the order of the games.
  if first_hit is not null then
    ready := array(select one from unnest(ready) one where one < first_hit);
  end if;
  if coalesce(cardinality(ready), 0) = 0 then return; end if;

  insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail,
      meters, hash)
    select g.machine_id, g.game_number, g.player_id, g.session_id, g.free, g.bet, g.win, g.hand_pay, g.started_at,
      g.ended_at, g.detail, g.meters, next_game_hash(case when before.session_id = g.session_id then before.hash end, g.digest)
    from unnest(p_machines, p_numbers, p_players, p_sessions, p_free, p_bets, p_wins, p_hand_pays, p_started, p_ended,
        p_details, p_meters, p_digests) with ordinality
      as g(machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail, meters,
        digest, n)
    left join lateral (
      select r.hash, r.session_id from games r where r.machine_id = g.machine_id and r.game_number < g.game_number
      order by r.game_number desc limit 1) before on true
    where g.n = any (ready) order by g.n;

  insert into jackpot_remainders as r (jackpot_id, machine_id, remainder)
    select f.id, p_machines[f.n], f.parts % 10000
    from unnest(fed_games, fed_pots, fed_parts, fed_remainders) as f(n, id, parts, remainder)
    where f.n = any (ready) and f.parts % 10000 <> f.remainder
    on conflict (jackpot_id, machine_id) do update set remainder = excluded.remainder;

  -- One journal for the shares of all games, so that a pot is posted once. Its detail says what each game has given.
  contribution := 'contribution:' || p_machines[ready[1]] || ':' || p_numbers[ready[1]] || ':together';

  with entries as (
    select g.n, 'game:' || g.machine_id || ':' || g.game_number as source, 'game' as kind, entry.account_kind, entry.ref,
      null::bigint as account, entry.amount, entry.i
    from unnest(p_machines, p_numbers, p_players, p_bets, p_wins, p_hand_pays) with ordinality
      as g(machine_id, game_number, player_id, bet, win, hand_pay, n)
    cross join lateral (values
      ('machine', machine_id, -bet, 1), ('house', machine_id, bet, 2), ('machine', machine_id, win - hand_pay, 3),
      ('house', machine_id, hand_pay - win, 4), ('house', machine_id, -hand_pay, 5), ('player', player_id, hand_pay, 6)
    ) as entry(account_kind, ref, amount, i)
    where g.n = any (ready)
    union all
    select f.n, contribution, 'contribution', 'house', p_machines[f.n], null, -sum(f.parts / 10000), 7
    from unnest(fed_games, fed_parts) as f(n, parts) where f.n = any (ready) group by f.n
    union all
    select null, contribution, 'contribution', 'jackpot', f.id, f.account, sum(f.parts / 10000), 8
    from unnest(fed_games, fed_pots, fed_accounts, fed_parts) as f(n, id, account, parts) where f.n = any (ready)
    group by f.id, f.account
  ), moved as materialized (
    select e.*, coalesce(e.account, account_of(e.account_kind, e.ref)) as account_id from entries e where e.amount <> 0
  ), written as (
    insert into journals (source, kind, detail)
    select source, kind, case when kind = 'contribution' then (
      select jsonb_build_object('games', jsonb_agg(
        jsonb_build_array(p_machines[f.n], p_numbers[f.n], f.id, f.parts / 10000) order by f.n, f.id))
      from unnest(fed_games, fed_pots, fed_parts) as f(n, id, parts) where f.n = any (ready) and f.parts >= 10000) end
    from moved group by source, kind order by kind = 'contribution', min(n)
    returning id, source
  )
  insert into postings (journal_id, account_id, amount)
    select w.id, m.account_id, m.amount from moved m
    join written w on w.source = m.source
    order by case when m.account_kind = 'jackpot' then m.ref end nulls first, m.account_id, m.n, m.i;

  -- A pot that another transaction has raised meanwhile. No game of this batch is recorded then, and each is singly.
  if exists (
    select from (select distinct f.id from unnest(fed_games, fed_pots) as f(n, id) where f.n = any (ready)) f
    where (select a.posted from ledger_accounts a where a.kind = 'jackpot' and a.ref = f.id)
      >= (select j.threshold from jackpots j where j.id = f.id)
  ) then
    raise exception 'a jackpot is due' using errcode = 'serialization_failure';
  end if;

  return query
    with pots as materialized (
      select j.id, j.name, a.posted, a.seq from jackpots j
      cross join lateral (
        select a.posted, a.seq from ledger_accounts a where a.kind = 'jackpot' and a.ref = j.id limit 1) a
      where j.id = any (fed_pots)
    )
    select g.n::integer, p.id, p.name, p.posted, p.seq from unnest(ready) as g(n)
    left join (unnest(fed_games, fed_pots) as f(n, id) join pots p on p.id = f.id) on f.n = g.n
    order by g.n, p.id;
end $$;
