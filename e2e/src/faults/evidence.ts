/**
 * Records in the database of a test what the checker needs and no table has: each comparison of an epoch, in order, and each
 * write of a host without one. Also reads all the evidence.
 */
import type { Client } from "pg";
import { OWNER } from "../../../apps/server/src/storage/roles.ts";
import type { DatabaseEvidence } from "./history.ts";

/** Tables that only a machine's host writes. */
const WATCHED = ["sessions", "transfers", "games", "machine_memories"] as const;

/**
 * `check_fence` and `record_games` find this view where they name the table: a row that is read there is a successful
 * comparison, or is rolled back, or the game is left out.
 */
const NOTED_LEASES = `
    create function faults.note_fence(p_machine integer, p_epoch bigint) returns boolean language plpgsql as $$
    begin
      insert into faults.fences (machine, epoch) values (p_machine, p_epoch);
      perform set_config('faults.fenced',
        coalesce(current_setting('faults.fenced', true), '') || ',' || p_machine || ',', true);
      return true;
    end $$;
    create view faults.machine_leases as select * from public.machine_leases where faults.note_fence(machine_id, epoch);
    grant select, update on faults.machine_leases to public;`;
const WATCH_BATCHES = "alter function public.record_games set search_path = faults, public;";
const WATCH = `${WATCH_BATCHES} alter function public.check_fence(integer, bigint) set search_path = faults, public;`;
/** Instead of the comparison. */
const NO_FENCE = `
    ${WATCH_BATCHES}
    create or replace function public.check_fence(p_machine integer, p_epoch bigint) returns void language plpgsql as $without$
    begin perform faults.note_fence(p_machine, p_epoch); end $without$;`;

/** @param without "fence": epochs are recorded, but not compared, to show that the fence is needed. */
export async function watchDatabase(client: Client, without: readonly "fence"[] = []): Promise<void> {
  const change = without.includes("fence") ? NO_FENCE : WATCH;
  await client.query(`
    set role ${OWNER};
    create schema faults;
    create table faults.fences (n bigint generated always as identity primary key, machine integer, epoch bigint);
    create table faults.unfenced (n bigint generated always as identity primary key, machine integer, "table" text);
    grant usage on schema faults to public;
    ${NOTED_LEASES}
    create function faults.must_be_fenced() returns trigger language plpgsql as $$
    begin
      -- An operator settles what is manual: no host has a say in it.
      if tg_table_name = 'transfers' and tg_op = 'UPDATE' then
        if old.state = 'manual' then return null; end if;
      end if;
      if position(',' || new.machine_id || ',' in coalesce(current_setting('faults.fenced', true), '')) = 0 then
        insert into faults.unfenced (machine, "table") values (new.machine_id, tg_table_name);
      end if;
      return null;
    end $$;
    grant insert on all tables in schema faults to public;
`);
  for (const table of WATCHED) {
    // At the end of the transaction: whether the epoch is compared before or after the write makes no difference.
    await client.query(`
      create constraint trigger faults_must_be_fenced after insert or update on ${table}
        deferrable initially deferred for each row execute function faults.must_be_fenced()`);
  }
  // A start of a server may replace the functions, and sets the search path of some.
  await client.query(`
    reset role;
    ${change}
    create function faults.change_fence() returns event_trigger language plpgsql security definer as $$
    begin
      if current_setting('faults.changing', true) = 'on' or not exists (
        select from pg_event_trigger_ddl_commands()
        where object_identity ~ '^public\\.(check_fence|record_games)\\('
      ) then return; end if;
      perform set_config('faults.changing', 'on', true);
      ${change}
      perform set_config('faults.changing', '', true);
    end $$;
    create event trigger faults_change_fence on ddl_command_end
      when tag in ('CREATE FUNCTION', 'ALTER FUNCTION')
      execute function faults.change_fence()`);
}

export async function readDatabase(client: Client): Promise<DatabaseEvidence> {
  async function rows<T>(text: string): Promise<T[]> {
    return (await client.query(text)).rows as T[];
  }
  await client.query("begin isolation level repeatable read read only");
  try {
    return {
      transfers: await rows(`
        select id, client_transfer_id as key, kind, player_id as player, machine_id as machine, amount::float8, moved::float8, state
        from transfers order by created_at`),
      sessions: await rows(`
        select id, player_id as player, machine_id as machine,
          (extract(epoch from started_at) * 1e6)::float8 as "startedAt", (extract(epoch from ended_at) * 1e6)::float8 as "endedAt"
        from sessions`),
      accounts: await rows(`select kind, ref, posted::float8, held::float8 from ledger_accounts`),
      games: await rows(`
        select machine_id as machine, game_number::float8 as "gameNumber", (win - hand_pay - bet)::float8 as net from games`),
      machines: await rows(`select id, quarantined from machines`),
      fences: await rows(`select machine, epoch::float8 from faults.fences order by n`),
      unfenced: await rows(`select machine, "table" from faults.unfenced order by n`),
    };
  } finally {
    await client.query("rollback");
  }
}
