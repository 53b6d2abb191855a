/**
 * Chats of players with the house's support desk, and with players to whom the operator has introduced them. Nobody else
 * has one: the row of two players is the introduction.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chats (
      id text primary key check (length(id) between 20 and 40),
      player_id integer not null references players,
      other_id integer references players,
      open boolean not null default true,
      player_read bigint not null default 0,
      other_read bigint not null default 0,
      created_at timestamptz not null default now(),
      constraint one_row_of_two check (other_id > player_id),
      constraint the_desk_is_open check (open or other_id is not null),
      unique nulls not distinct (player_id, other_id)
    )`.execute(db);
  await sql`create index chats_of_other on chats (other_id) where other_id is not null`.execute(db);
  await sql`
    create table chat_messages (
      id bigint generated always as identity primary key,
      chat_id text not null references chats,
      author_id integer references players,
      text text not null check (length(text) between 1 and 2000),
      at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index chat_messages_of_chat on chat_messages (chat_id, id desc)`.execute(db);
  await sql`
    create table chat_presence (
      player_id integer primary key references players,
      status text not null default 'online' check (status in ('online', 'do-not-disturb', 'away', 'offline')),
      seen_at timestamptz not null default now()
    )`.execute(db);
}
