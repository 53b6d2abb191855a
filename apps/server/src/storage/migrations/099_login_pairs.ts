/** From where players have logged in, when each login was last active, and why somebody was banned. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_pairs (
      player_id integer not null references players,
      place text not null check (length(place) between 1 and 200),
      last_success_at timestamptz not null,
      primary key (player_id, place)
    )`.execute(db);
  await sql`create index login_pairs_by_age on login_pairs (last_success_at)`.execute(db);
  // Who has played from a network so far is known there. IPv6 networks are learnt with the next login.
  await sql`
    insert into login_pairs (player_id, place, last_success_at)
    select player_id, place, at from (
      select player_id, place, max(at) as at, row_number() over (partition by player_id order by max(at) desc) as n
      from (
        select player_id, at, 'network:' || regexp_replace(ip, '^::ffff:', '', 'i') as place
        from log_entries
        where type = 'LOGIN_SUCCESS' and player_id is not null and at > now() - interval '180 days'
          and ip ~* '^(::ffff:)?[0-9]{1,3}(\\.[0-9]{1,3}){3}$'
      ) logins
      group by player_id, place
    ) places where n <= 20`.execute(db);

  // Of a login's first token alone, which the others name as their family.
  await sql`alter table tokens add column seen_at timestamptz`.execute(db);
  await sql`
    create index tokens_by_activity on tokens ((coalesce(seen_at, created_at)))
    where id = family and ended_at is null`.execute(db);
  // Null: the operator's own decision.
  await sql`alter table players add column banned_for text check (banned_for in ('published password'))`.execute(db);
}
