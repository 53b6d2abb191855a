/**
 * Checkpoints of the ledger: what a check found in order, so that the next one reads only what came since.
 *
 * A checkpoint of a full check has a row for every account; one of a check that began at a checkpoint has rows for the
 * accounts that have changed since. Each checkpoint's hash covers its rows and the hash of the one before.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_checkpoints (
      id bigint primary key check (id > 0),
      at timestamptz not null,
      "full" boolean not null,
      full_id bigint not null,
      games_id bigint not null,
      grants_id bigint not null,
      hits_id bigint not null,
      postings bigint not null,
      hash bytea not null,
      check ("full" = (id = full_id)),
      check (full_id <= id)
    )`.execute(db);
  await sql`
    create table ledger_checkpoint_accounts (
      checkpoint_id bigint not null references ledger_checkpoints deferrable initially deferred,
      account_id bigint not null references ledger_accounts,
      seq bigint not null,
      posted bigint not null,
      hash bytea not null,
      explained bigint not null,
      transfer_number bigint not null,
      primary key (checkpoint_id, account_id)
    )`.execute(db);
  for (const table of ["ledger_checkpoints", "ledger_checkpoint_accounts"]) {
    await sql`
      create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function append_only()`.execute(db);
  }
  // A number far ahead would leave none for the checkpoints to come.
  await sql`
    create function ledger_checkpoint_follows() returns trigger language plpgsql as $$
    begin
      if new.id <> (select coalesce(max(id), 0) + 1 from ledger_checkpoints) then
        raise exception 'checkpoint % does not follow the last one', new.id using errcode = 'check_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ledger_checkpoints_follow before insert on ledger_checkpoints
      for each row execute function ledger_checkpoint_follows()`.execute(db);
  await sql`
    create function ledger_checkpoint_hash(p ledger_checkpoints) returns bytea language sql stable as $$
      select sha256(
        coalesce((select hash from ledger_checkpoints where id = p.id - 1), '')
        || convert_to(concat_ws(':', p.id, extract(epoch from p.at), p."full", p.full_id, p.games_id, p.grants_id, p.hits_id,
          p.postings), 'UTF8')
        || coalesce((
          select sha256(convert_to(string_agg(concat_ws(':', account_id, seq, posted, encode(hash, 'hex'), explained,
            transfer_number), ',' order by account_id), 'UTF8'))
          from ledger_checkpoint_accounts where checkpoint_id = p.id), ''))
    $$`.execute(db);

  // Games lie in the table in the order of their ids: the newest are found by the ranges of its pages.
  await sql`create index games_by_id on games using brin (id) with (pages_per_range = 32, autosummarize = on)`.execute(
    db,
  );
  // The last session of a machine.
  await sql`create index sessions_of_machine on sessions (machine_id, started_at desc)`.execute(db);
}
