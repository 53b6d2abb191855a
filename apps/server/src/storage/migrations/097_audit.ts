/**
 * The audit log: one row for each act of the command line or the system. Its rows are only ever added, and each row's
 * hash covers the whole row and the hash before it. `audit_head` holds the last number and hash: its row lock makes
 * concurrent writers one chain, and a log that ends before it has lost its tail.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      seq bigint not null,
      at timestamptz not null default clock_timestamp(),
      "by" text not null check (length(by) between 1 and 200),
      via text not null check (via in ('command', 'system')),
      "from" text check (length("from") <= 200),
      act text not null check (act ~ '^[a-z][a-z0-9-]*([.][a-z0-9-]+)*$' and length(act) <= 100),
      target text check (length(target) <= 200),
      before jsonb,
      after jsonb,
      why text check (length(why) <= 1000),
      hash bytea not null,
      primary key (seq, at)
    ) partition by range (at)`.execute(db);
  await sql`
    create table audit_head (
      id integer primary key default 1 check (id = 1),
      seq bigint not null,
      at timestamptz not null,
      hash bytea not null
    )`.execute(db);
  await sql`insert into audit_head (seq, at, hash) values (0, '-infinity', '\\x')`.execute(db);
  await sql`create index audit_log_by on audit_log ("by", seq)`.execute(db);
  await sql`create index audit_log_act on audit_log (act, seq)`.execute(db);
  await sql`create index audit_log_target on audit_log (target, seq)`.execute(db);

  // Number and hash are made here, whatever the insert says. A JSON array as text is unambiguous: no two different rows
  // have the same one. The time is whole microseconds, which no time zone changes. (The same form: audit/verify.ts.)
  await sql`
    create function act_enters_chain() returns trigger language plpgsql as $$
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
    end $$`.execute(db);
  await sql`
    create trigger act_enters_chain before insert on audit_log
      for each row execute function act_enters_chain()`.execute(db);

  // The head changes by a row of the log alone.
  await sql`
    create function audit_head_follows_log() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or pg_trigger_depth() < 2 then
        raise exception 'the head of the audit log follows its rows alone' using errcode = 'RC005';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger audit_head_follows_log before insert or update or delete on audit_head
      for each row execute function audit_head_follows_log()`.execute(db);
  await sql`
    create trigger audit_head_stays before truncate on audit_head
      for each statement execute function append_only()`.execute(db);

  await sql`
    create trigger audit_log_append_only before update or delete or truncate on audit_log
      for each statement execute function append_only()`.execute(db);

  // The head is locked before the time is taken, so that times rise with the numbers, also where the clock is set back:
  // a month's partition is then one unbroken piece of the chain.
  await sql`
    create function record_act(
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
    end $$`.execute(db);

  await sql`select add_months('audit_log', (now() + interval '3 months')::date)`.execute(db);
}
