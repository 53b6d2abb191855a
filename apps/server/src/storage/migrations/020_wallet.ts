/**
 * The ledger. Its invariants are constraints and triggers, so that no code, however wrong, can break them; every
 * operation is one function call, so that it is one transaction and one round trip.
 *
 * Errors by SQLSTATE: RC001 fenced, RC002 not enough funds, RC004 the key was used for something else, RC005 what must
 * never happen (a state that can't follow, a journal that does not balance, a change of what is append-only), RC006 no
 * such account or transfer. By constraint: never_negative, one_unresolved_per_machine.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { guards } from "./020_wallet_guards.ts";
import { operations } from "./020_wallet_operations.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db);
  await guards(db);
  await operations(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  // The house has an account per machine (ref: the machine) besides its own (ref 0), so that games on different machines
  // never wait for each other; what the house has is their sum.
  await sql`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('player', 'machine', 'house', 'promotions', 'jackpot')),
      ref integer not null,
      posted bigint not null default 0,
      held bigint not null default 0 check (held >= 0),
      seq bigint not null default 0,
      hash bytea not null default '\\x',
      unique (kind, ref),
      constraint never_negative check (kind in ('house', 'promotions') or posted - held >= 0)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table journals (
      id bigint generated always as identity primary key,
      source text not null unique,
      kind text not null,
      at timestamptz not null default now(),
      detail jsonb
    )`.execute(db);
  await sql`
    create table postings (
      id bigint generated always as identity primary key,
      journal_id bigint not null references journals,
      account_id bigint not null references ledger_accounts,
      seq bigint not null,
      amount bigint not null check (amount <> 0 and amount between -1000000000000 and 1000000000000),
      balance bigint not null,
      hash bytea not null,
      unique (account_id, seq)
    )`.execute(db);
  await sql`create index postings_of_journal on postings (journal_id)`.execute(db);
  await sql`
    create table transfers (
      id uuid primary key,
      key text not null check (length(key) between 1 and 200),
      kind text not null check (kind in ('cashin', 'cashout')),
      player_id integer not null,
      machine_id integer not null,
      session_id text not null,
      amount bigint check (amount > 0 and amount <= 1000000000000),
      moved bigint check (moved >= 0 and moved <= 1000000000000),
      state text not null check (state in ('created', 'reserved', 'sent', 'done', 'failed', 'unknown', 'manual')),
      unresolved boolean not null generated always as (state not in ('done', 'failed')) stored,
      code integer,
      detail text,
      balance_after bigint,
      credit_after bigint,
      ip text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint transfers_key unique (player_id, kind, key),
      constraint cashin_has_an_amount check (kind = 'cashout' or amount is not null),
      constraint moved_within_amount check (moved is null or amount is null or moved <= amount),
      constraint done_has_moved check ((state = 'done') = (moved is not null)),
      constraint failed_has_code check ((state = 'failed') = (code is not null))
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create unique index one_unresolved_per_machine on transfers (machine_id) where unresolved`.execute(db);
  await sql`create index transfers_of_session on transfers (session_id)`.execute(db);
  await sql`create index transfers_of_player on transfers (player_id, created_at desc)`.execute(db);
  await sql`
    create table games (
      machine_id integer not null,
      game_number bigint not null,
      player_id integer not null,
      session_id text not null,
      free boolean not null,
      bet bigint not null check (bet >= 0),
      win bigint not null check (win >= 0),
      hand_pay bigint not null check (hand_pay >= 0 and hand_pay <= win),
      started_at timestamptz not null,
      ended_at timestamptz not null,
      detail jsonb,
      primary key (machine_id, game_number)
    )`.execute(db);
  await sql`create index games_of_session on games (session_id)`.execute(db);
  await sql`
    create table machine_leases (
      machine_id integer primary key,
      owner text not null,
      epoch bigint not null,
      expires_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`insert into ledger_accounts (kind, ref) values ('house', 0), ('promotions', 0)`.execute(db);
}
