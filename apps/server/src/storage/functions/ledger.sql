-- The ledger: accounts, journals and postings, and what they never may become.
--
-- Errors by SQLSTATE: RC001 another process has the machine; RC005 a state that can't follow, or a log that may not change;
-- RC006 there is no such row; RC007 an old revision of a machine's memory; RC008 the machine can't be given to a player;
-- RC009 a transfer of the machine is not resolved; RC010 credit is left; RC012 more than the evidence.

-- The ledger's account of a player, machine, house part, jackpot or suspense; null where there is none.
create or replace function account_of(p_kind text, p_ref integer) returns bigint language sql stable as $$
select id from ledger_accounts where kind = p_kind and ref = p_ref
$$;

-- What the player may spend: what is posted less what is held, minor units.
create or replace function available(p_player integer) returns bigint language sql stable as $$
select posted - held from ledger_accounts where kind = 'player' and ref = p_player
$$;

-- The same with a number that rises with every change of it. Volatile: after a function of the same statement it sees what that
-- one has done.
create or replace function available_now(p_player integer, out balance bigint, out version bigint) language sql volatile as $$
select posted - held, version from ledger_accounts where kind = 'player' and ref = p_player
$$;

-- What the ledger has on the machine, minor units: what its credit meter must show.
create or replace function credit_of(p_machine integer) returns bigint language sql stable as $$
select coalesce((select posted from ledger_accounts where kind = 'machine' and ref = p_machine), 0)
$$;

-- Posts one journal: accounts and amounts as two arrays of equal length. Accounts are taken in order of their ids, so that
-- no two transactions wait for each other in a circle. False: this source has been posted before.
create or replace function post_journal(
  p_source text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_detail jsonb
) returns boolean language plpgsql as $$
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
end $$;

-- The sum of each journal is 0 after every statement: all postings of a journal are made by one.
create or replace function journals_must_balance() returns trigger language plpgsql as $$
declare journal bigint;
begin
  select e.journal_id into journal from (select distinct entered.journal_id from entered) e
    where (select sum(p.amount) from postings p where p.journal_id = e.journal_id) <> 0 limit 1;
  if found then
    raise exception 'journal % does not balance', journal using errcode = 'RC005';
  end if;
  return null;
end $$;

-- A posting is the only way to change an account's balance: number, balance and hash of both are made here. Each hash
-- covers the one before, so that a posting that is changed or taken out afterwards shows.
create or replace function posting_enters_account() returns trigger language plpgsql as $$
begin
  update ledger_accounts set
    posted = posted + new.amount,
    seq = seq + 1,
    version = version + 1,
    hash = sha256(hash || convert_to(
      new.journal_id || ':' || id || ':' || (seq + 1) || ':' || new.amount || ':' || (posted + new.amount), 'UTF8'))
  where id = new.account_id
  returning seq, posted, hash into new.seq, new.balance, new.hash;
  if not found then
    raise exception 'journal % has a posting without an account', new.journal_id using errcode = 'RC006';
  end if;
  return new;
end $$;

-- An account's balance, number and hash change within a posting alone (see above).
create or replace function balance_comes_from_postings() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'an account changes by postings alone' using errcode = 'RC005';
  end if;
  return new;
end $$;

-- Of logs and journals: what was written stays.
create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a reversal', tg_table_name using errcode = 'RC005';
end $$;

-- By the operator: from the house to the player, or back where negative. Answers what the player may spend now.
-- The same key again moves nothing more.
create or replace function adjust(
  p_player integer, p_amount bigint, p_key text, p_detail jsonb
) returns bigint language plpgsql as $$
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
  elsif p_detail ->> 'tag' = 'correction' then
    perform record_event('adjustment', null, null, p_player, jsonb_build_object('amount', p_amount, 'key', p_key));
  elsif abs(p_amount) >= large_amount('largeTransfer') then
    perform record_event('largeTransfer', null, null, p_player, jsonb_build_object('amount', abs(p_amount), 'direction',
      case when p_amount > 0 then 'deposit' else 'withdraw' end, 'key', p_key));
  end if;
  return available(p_player);
end $$;

-- A promotion, once in each window; in the transaction of the caller, who has decided it. Answers what the player may
-- spend now.
create or replace function grant_promotion(
  p_player integer, p_promotion text, p_window text, p_amount bigint, p_detail jsonb
) returns bigint language plpgsql as $$
begin
  if p_amount <= 0 or not post_journal('promotion:' || p_promotion || ':' || p_player || ':' || p_window, 'promotion',
      array[account_of('promotions', 0), account_of('player', p_player)], array[-p_amount, p_amount], p_detail) then
    raise exception 'promotion % of player % can''t be granted for %', p_promotion, p_player, p_window
      using errcode = 'RC005';
  end if;
  return available(p_player);
end $$;

-- A number far ahead would leave none for the checkpoints to come.
create or replace function ledger_checkpoint_follows() returns trigger language plpgsql as $$
begin
  if new.id <> (select coalesce(max(id), 0) + 1 from ledger_checkpoints) then
    raise exception 'checkpoint % does not follow the last one', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The hash of a checkpoint covers its rows and the hash of the checkpoint before.
create or replace function ledger_checkpoint_hash(p ledger_checkpoints) returns bytea language sql stable as $$
select sha256(
  coalesce((select hash from ledger_checkpoints where id = p.id - 1), '')
  || convert_to(concat_ws(':', p.id, extract(epoch from p.at), p."full", p.full_id, p.games_id, p.grants_id, p.hits_id,
    p.postings), 'UTF8')
  || coalesce((
    select sha256(convert_to(string_agg(concat_ws(':', account_id, seq, posted, encode(hash, 'hex'), explained,
      transfer_number), ',' order by account_id), 'UTF8'))
    from ledger_checkpoint_accounts where checkpoint_id = p.id), ''))
$$;
