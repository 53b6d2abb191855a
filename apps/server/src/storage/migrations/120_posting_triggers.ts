/**
 * Postings are checked and copied for each statement rather than for each row: a statement that makes many of them looks at
 * their journals once. The sum of a journal was checked at the commit, and is now after the statement that makes its
 * postings; so a contribution to jackpots is posted by one statement.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await journals(db);
  await operations(db);
  await contributions(db);
}

async function journals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function journals_must_balance() returns trigger language plpgsql as $$
    declare journal bigint;
    begin
      select e.journal_id into journal from (select distinct entered.journal_id from entered) e
        where (select sum(p.amount) from postings p where p.journal_id = e.journal_id) <> 0 limit 1;
      if found then
        raise exception 'journal % does not balance', journal using errcode = 'RC005';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger journal_balances on postings`.execute(db);
  await sql`drop function journal_must_balance()`.execute(db);
  await sql`
    create trigger journals_balance after insert on postings referencing new table as entered
      for each statement execute function journals_must_balance()`.execute(db);
}

async function operations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function postings_enter_operations() returns trigger language plpgsql as $$
    begin
      insert into operations
        select operation.* from entered e
        cross join lateral (select p from postings p where p.id = e.id limit 1) posting
        cross join lateral operation_of(posting.p) operation
        where (select a.kind from ledger_accounts a where a.id = e.account_id) = 'player'
          and operation.player_id is not null order by e.id;
      return null;
    end $$`.execute(db);
  await sql`drop trigger posting_enters_operations on postings`.execute(db);
  await sql`drop function posting_enters_operations()`.execute(db);
  await sql`
    create trigger postings_enter_operations after insert on postings referencing new table as entered
      for each statement execute function postings_enter_operations()`.execute(db);
}

/** In this transaction, as processes that serve meanwhile call it. */
async function contributions(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    end $$`.execute(db);
}
