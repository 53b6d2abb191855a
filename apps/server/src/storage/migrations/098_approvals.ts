/** Money by hand above a bound: what one person asks for and another one approves or refuses. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approvals (
      id integer generated always as identity primary key,
      act text not null check (length(act) between 1 and 100),
      target text not null check (length(target) between 1 and 200),
      amount bigint not null check (amount > 0),
      params jsonb not null,
      key text check (length(key) between 1 and 200),
      requested_by text not null check (length(requested_by) between 1 and 200),
      requester text not null,
      requested_from text not null,
      why text not null,
      requested_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null default clock_timestamp() + interval '30 minutes',
      state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'expired')),
      decided_by text,
      decider text,
      decided_from text,
      decided_at timestamptz,
      constraint never_the_same_person check (state <> 'approved' or (decider is not null and decider <> requester))
    )`.execute(db);
  // The operator's own key moves money once, also while its request waits.
  await sql`
    create unique index approvals_key on approvals (act, target, key) where state in ('waiting', 'approved')`.execute(
    db,
  );
  await sql`create index approvals_waiting on approvals (expires_at) where state = 'waiting'`.execute(db);

  await sql`
    create function approval_may_become() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.state <> 'waiting' then
          raise exception 'a request begins as waiting, not %', new.state using errcode = 'RC005';
        end if;
        return new;
      end if;
      if (old.id, old.act, old.target, old.amount, old.params, old.key, old.requested_by, old.requester, old.requested_from,
          old.why, old.requested_at, old.expires_at)
         is distinct from
         (new.id, new.act, new.target, new.amount, new.params, new.key, new.requested_by, new.requester, new.requested_from,
          new.why, new.requested_at, new.expires_at) then
        raise exception 'a request never changes' using errcode = 'RC005';
      end if;
      if old.state <> 'waiting' or new.state = 'waiting' then
        raise exception 'a request that is % can''t become %', old.state, new.state using errcode = 'RC005';
      end if;
      if new.state = 'approved' and clock_timestamp() >= old.expires_at then
        raise exception 'request % has expired', old.id using errcode = 'RC005';
      end if;
      new.decided_at := clock_timestamp();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger approval_may_become before insert or update on approvals
      for each row execute function approval_may_become()`.execute(db);
  await sql`
    create trigger approvals_stay before delete or truncate on approvals
      for each statement execute function append_only()`.execute(db);
}
