/**
 * What players did and wrote is kept by month (096), and never changed. Ids go on from where they were; a sequence gives
 * them out, since identity columns of partitioned tables came with PostgreSQL 17 alone.
 *
 * One id of a player's client stands once in a chat because the chat is locked while a message is added
 * (chat/messages.ts): a unique index of a partitioned table would have to have the time in it.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await byMonth(db, {
    table: "log_entries",
    columns: `player_id integer references players, at timestamptz not null default now(), type text not null,
      ip text, detail text`,
    names: "id, player_id, at, type, ip, detail",
  });
  await sql`create index log_entries_of_player on log_entries (player_id, id desc)`.execute(db);
  await byMonth(db, {
    table: "chat_messages",
    columns: `chat_id text not null references chats, author_id integer references players,
      text text not null check (length(text) between 1 and 2000), at timestamptz not null default clock_timestamp(),
      client_id uuid`,
    names: "id, chat_id, author_id, text, at, client_id",
  });
  await sql`create index chat_messages_of_chat on chat_messages (chat_id, id desc)`.execute(db);
  await sql`
    create index chat_messages_of_client on chat_messages (author_id, client_id) where client_id is not null`.execute(
    db,
  );

  // Sessions and requests end, and stay.
  for (const table of ["sessions", "machine_requests"]) {
    await sql`
      create trigger ${sql.raw(`${table}_stay`)} before delete or truncate on ${sql.table(table)}
        for each statement execute function append_only()`.execute(db);
  }

  // The pot's account is the lock of its jackpot (094), also for the operator's changes. Null where there is no such jackpot.
  await sql`
    create function lock_pot(p_jackpot integer) returns bigint language sql as $$
      select posted from ledger_accounts where kind = 'jackpot' and ref = p_jackpot for no key update
    $$`.execute(db);
}

/** The same rows in months, from the oldest one on; what is older than ten years is in the default partition. */
async function byMonth(
  db: Kysely<unknown>,
  { table, columns, names }: { table: string; columns: string; names: string },
): Promise<void> {
  const [whole, months, ids] = [`${table}_whole`, sql.table(table), `${table}_ids`];
  await sql`alter table ${months} rename to ${sql.table(whole)}`.execute(db);
  await sql`create table ${months} (id bigint not null, ${sql.raw(columns)}) partition by range (at)`.execute(db);
  await sql`
    select add_months(${table}, (now() + interval '2 months')::date,
      (select greatest(coalesce(min(at), now()), now() - interval '10 years')::date from ${sql.table(whole)}))`.execute(
    db,
  );
  await sql`insert into ${months} (${sql.raw(names)}) select ${sql.raw(names)} from ${sql.table(whole)}`.execute(db);
  await sql`drop table ${sql.table(whole)}`.execute(db);
  await sql`alter table ${months} add primary key (id, at)`.execute(db);
  await sql`create sequence ${sql.table(ids)} owned by ${sql.raw(`${table}.id`)}`.execute(db);
  await sql`select setval(${ids}, (select coalesce(max(id), 0) + 1 from ${months}), false)`.execute(db);
  await sql`alter table ${months} alter column id set default nextval(${sql.lit(ids)})`.execute(db);
  await sql`
    create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate on ${months}
      for each statement execute function append_only()`.execute(db);
}
