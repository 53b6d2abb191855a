/**
 * Jackpots with one contended row each: the pot's ledger account, locked last.
 *
 * Order of locks: lease, game, the accounts of machine, house and player as `record_game` takes them; the player's
 * account where a hit is expected; what is left of this machine's shares; then the pots (their ledger accounts) by the
 * ids of the jackpots. A transaction that holds a pot waits for nothing but a pot with a higher id, so it is part of no
 * deadlock. A hit that was not expected (another machine fed the pot a moment before) takes the player's account without
 * waiting; where it is in use, the transaction ends with 40001 and is repeated, and then the hit is expected.
 *
 * The row in `jackpots` is only read. Its threshold changes under the lock of the pot alone.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await remainders(db);
  await pots(db);
  await games(db);
}

/** What is less than a minor unit is kept per machine, so that no two machines write the same row for it. */
async function remainders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jackpot_remainders (
      jackpot_id integer not null references jackpots,
      machine_id integer not null,
      remainder integer not null check (remainder between 0 and 9999),
      primary key (jackpot_id, machine_id)
    ) with (fillfactor = 50)`.execute(db);
  // The remainder of before goes to the first machine that feeds the jackpot.
  await sql`
    insert into jackpot_remainders
      select j.id, min(m.id), j.remainder from jackpots j
      join machines m on j.id = any (jackpots_of(m.id))
      where j.remainder > 0 group by j.id`.execute(db);
  await sql`alter table jackpots drop column remainder`.execute(db);
}

async function pots(db: Kysely<unknown>): Promise<void> {
  await sql`drop function feed_jackpots(integer[], integer, bigint, bigint)`.execute(db);
  await sql`drop function pay_jackpots(integer[], integer, bigint, integer, text)`.execute(db);

  // A share of the bet goes from the house to each pot. The house's account is held since the game was recorded.
  await sql`
    create function feed_jackpots(
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
      -- What the game has posted is checked now, not at the commit, while the pots are locked.
      set constraints journal_balances immediate;
      set constraints journal_balances deferred;
      insert into journals (source, kind) values ('contribution:' || p_machine || ':' || p_number, 'contribution')
        returning id into journal;
      insert into postings (journal_id, account_id, amount) values (journal, account_of('house', p_machine), -total);
      for n in 1 .. cardinality(accounts) loop
        insert into postings (journal_id, account_id, amount) values (journal, accounts[n], amounts[n]);
      end loop;
    end $$`.execute(db);

  // A pot that has reached its threshold is paid at once, and begins anew with a seed and another threshold.
  await sql`
    create function pay_jackpots(
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
          raise exception 'the account of player % is in use', p_player using errcode = '40001';
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
    end $$`.execute(db);
}

async function games(db: Kysely<unknown>): Promise<void> {
  // As record_game, and the jackpots of that machine with it. The same game again changes nothing and answers the same hits.
  await sql`
    create or replace function record_game_with_jackpots(
      p_machine integer, p_number bigint, p_player integer, p_session text, p_free boolean, p_bet bigint, p_win bigint,
      p_hand_pay bigint, p_started timestamptz, p_ended timestamptz, p_detail jsonb, p_epoch bigint
    ) returns table (id integer, name text, amount bigint, version bigint, hit bigint) language plpgsql as $$
    declare
      fresh boolean := record_game(p_machine, p_number, p_player, p_session, p_free, p_bet, p_win, p_hand_pay, p_started,
        p_ended, p_detail, p_epoch);
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
    end $$`.execute(db);
}
