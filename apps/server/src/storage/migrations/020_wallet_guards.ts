/** What the ledger's tables refuse, whoever writes. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function guards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function journal_must_balance() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from postings where journal_id = new.journal_id) <> 0 then
        raise exception 'journal % does not balance', new.journal_id using errcode = 'RC005';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger journal_balances after insert on postings
      deferrable initially deferred for each row execute function journal_must_balance()`.execute(db);

  // A posting is the only way to change an account's balance: number, balance and hash of both are made here. Each hash
  // covers the one before, so that a posting that is changed or taken out afterwards shows.
  await sql`
    create function posting_enters_account() returns trigger language plpgsql as $$
    begin
      update ledger_accounts set
        posted = posted + new.amount,
        seq = seq + 1,
        hash = sha256(hash || convert_to(
          new.journal_id || ':' || id || ':' || (seq + 1) || ':' || new.amount || ':' || (posted + new.amount), 'UTF8'))
      where id = new.account_id
      returning seq, posted, hash into new.seq, new.balance, new.hash;
      if not found then
        raise exception 'journal % has a posting without an account', new.journal_id using errcode = 'RC006';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger posting_enters_account before insert on postings
      for each row execute function posting_enters_account()`.execute(db);
  await sql`
    create function balance_comes_from_postings() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() < 2 then
        raise exception 'an account changes by postings alone' using errcode = 'RC005';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger accounts_begin_empty before insert on ledger_accounts
      for each row when ((new.posted, new.held, new.seq, new.hash) is distinct from (0::bigint, 0::bigint, 0::bigint, '\\x'::bytea))
      execute function balance_comes_from_postings()`.execute(db);
  await sql`
    create trigger accounts_change_by_postings before update on ledger_accounts
      for each row when ((old.id, old.kind, old.ref, old.posted, old.seq, old.hash)
        is distinct from (new.id, new.kind, new.ref, new.posted, new.seq, new.hash))
      execute function balance_comes_from_postings()`.execute(db);

  await sql`
    create function append_only() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: a correction is a reversal', tg_table_name using errcode = 'RC005';
    end $$`.execute(db);
  for (const table of ["postings", "journals", "games"]) {
    await sql`
      create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function append_only()`.execute(db);
  }
  for (const table of ["ledger_accounts", "transfers"]) {
    await sql`
      create trigger ${sql.raw(`${table}_stay`)} before delete or truncate on ${sql.table(table)}
        for each statement execute function append_only()`.execute(db);
  }

  // done and failed never change; each transfer resolves once. (The same table in TypeScript: wallet/states.ts.)
  await sql`
    create function transfer_may_become() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state not in ('created', 'reserved') then
          raise exception 'a transfer can''t begin as %', new.state using errcode = 'RC005';
        end if;
        return new;
      end if;
      if (old.id, old.key, old.kind, old.player_id, old.machine_id, old.session_id, old.amount, old.created_at)
         is distinct from (new.id, new.key, new.kind, new.player_id, new.machine_id, new.session_id, new.amount, new.created_at) then
        raise exception 'a transfer''s request never changes' using errcode = 'RC005';
      end if;
      if not (
        (old.state = 'created' and new.state in ('reserved', 'failed')) or
        (old.state = 'reserved' and new.state in ('sent', 'failed')) or
        (old.state = 'sent' and new.state in ('done', 'failed', 'unknown')) or
        (old.state = 'unknown' and new.state in ('done', 'failed', 'manual')) or
        (old.state = 'manual' and new.state in ('done', 'failed'))
      ) then
        raise exception 'a transfer that is % can''t become %', old.state, new.state using errcode = 'RC005';
      end if;
      new.updated_at := now();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger transfer_states before insert or update on transfers
      for each row execute function transfer_may_become()`.execute(db);
}
