/**
 * Player protection: limits, reality check, break and self-exclusion. A break or an exclusion can't become shorter,
 * whatever the code believes: the table itself refuses.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table player_protection (
      player_id integer primary key references players,
      reality_check_minutes integer check (reality_check_minutes between 1 and 240),
      break_until timestamptz,
      exclusion_until timestamptz
    )`.execute(db);
  await sql`
    create table player_limits (
      player_id integer not null references players,
      kind text not null check (kind in ('deposit', 'loss', 'time')),
      period text not null check (period in ('day', 'week', 'month')),
      value bigint check (value > 0),
      pending_value bigint check (pending_value > 0),
      pending_from timestamptz,
      primary key (player_id, kind, period),
      constraint only_looser_waits check (
        pending_from is null or (value is not null and (pending_value is null or pending_value > value))
      ),
      constraint what_waits_has_a_day check (pending_value is null or pending_from is not null)
    )`.execute(db);
  await sql`
    create function never_shorter() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if greatest(old.break_until, old.exclusion_until) > now() then
          raise exception 'the absence of player % is not over', old.player_id using errcode = 'RC005';
        end if;
        return old;
      end if;
      if (old.break_until > now() and (new.break_until is null or new.break_until < old.break_until))
         or (old.exclusion_until > now() and (new.exclusion_until is null or new.exclusion_until < old.exclusion_until))
      then
        raise exception 'the absence of player % can''t become shorter', old.player_id using errcode = 'RC005';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger never_shorter before update or delete on player_protection
      for each row execute function never_shorter()`.execute(db);
}
