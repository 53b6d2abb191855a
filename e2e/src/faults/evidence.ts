/**
 * Watches the database of a test for what a checker must know and no table says: each comparison of an epoch, in order,
 * and each write of a host that compared none. And reads all that there is to check.
 */
import type { Client } from "pg";
import { OWNER } from "../../../apps/server/src/storage/roles.ts";
import type { DatabaseEvidence } from "./history.ts";

/** Tables that only a machine's host writes. */
const WATCHED = ["sessions", "transfers", "games", "machine_memories"] as const;

/** @param without "fence": epochs are written down, but not compared any more. To show what the fence is for. */
export async function watchDatabase(client: Client, without: readonly "fence"[] = []): Promise<void> {
  await client.query(`
    set role ${OWNER};
    create schema faults;
    create table faults.fences (n bigint generated always as identity primary key, machine integer, epoch bigint);
    create table faults.unfenced (n bigint generated always as identity primary key, machine integer, "table" text);
    grant usage on schema faults to public;
    alter function check_fence(integer, bigint) set schema faults;
    grant execute on function faults.check_fence to public;
    create function check_fence(p_machine integer, p_epoch bigint) returns void language plpgsql as $$
    begin
      ${without.includes("fence") ? "" : "perform faults.check_fence(p_machine, p_epoch);"}
      insert into faults.fences (machine, epoch) values (p_machine, p_epoch);
      perform set_config('faults.fenced',
        coalesce(current_setting('faults.fenced', true), '') || ',' || p_machine || ',', true);
    end $$;
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
  await client.query("reset role");
}

export async function readDatabase(client: Client): Promise<DatabaseEvidence> {
  async function rows<T>(text: string): Promise<T[]> {
    return (await client.query(text)).rows as T[];
  }
  await client.query("begin isolation level repeatable read read only");
  try {
    return {
      transfers: await rows(`
        select id, key, kind, player_id as player, machine_id as machine, amount::float8, moved::float8, state
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
