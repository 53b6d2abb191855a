/** Attacks of somebody who has the running house's own login to its database, as SQL that was slipped in would have it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

let house: TestServer;
let database: Client;
test.beforeAll(async () => {
  house = await TestServer.open();
  // Something of each kind to tamper with.
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(1);
  await game.cashIn(5_000);
  game.close();
  const pid = await readFile(join(house.dataDir, "postgres", "postmaster.pid"), "utf8");
  database = new Client({
    host: "127.0.0.1",
    port: Number(pid.split("\n")[3]),
    user: "reelcast_house",
    password: (await readFile(join(house.dataDir, "postgres.house.password"), "utf8")).trim(),
    database: "reelcast",
    application_name: "attack",
  });
  await database.connect();
});
test.afterAll(async () => {
  await database.end();
  // Whatever was tried, the ledger is in order.
  const { code, stdout } = await house.cli("ledger", "check", "--json");
  await house.close();
  expect([code, stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
});

/** SQLSTATE with which it is refused; null where it is not. */
async function refusal(statement: string): Promise<string | null> {
  await database.query("begin");
  try {
    await database.query(statement);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "unknown";
  } finally {
    await database.query("rollback");
  }
}
const refusals = (statements: readonly string[]) =>
  statements.reduce<Promise<Record<string, string | null>>>(
    async (all, statement) => ({ ...(await all), [statement]: await refusal(statement) }),
    Promise.resolve({}),
  );
const each = (statements: readonly string[], code: unknown) =>
  Object.fromEntries(statements.map((statement) => [statement, code]));

const DENIED = "42501";

test("reads no file, runs no program, takes no other role and switches no trigger off", async () => {
  const attempts = [
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('.')",
    "create temp table stolen (line text)",
    "copy players to program 'cat'",
    "copy players to '/tmp/players'",
    "select lo_import('/etc/passwd')",
    "set session_replication_role = replica",
    "set local session_replication_role = replica",
    "set role reelcast_owner",
    "set role reelcast",
    "set session authorization reelcast",
    "alter role reelcast_house superuser",
    "alter role reelcast_owner password 'mine'",
    "create role mine login",
    "create schema mine",
    "select rolpassword from pg_authid",
    "reassign owned by reelcast_owner to reelcast_house",
  ];
  expect(await refusals(attempts)).toEqual(each(attempts, DENIED));
  // These two are for nobody's transaction.
  for (const statement of ["create database mine", "alter system set fsync = off"])
    await expect(database.query(statement)).rejects.toMatchObject({ code: DENIED });
});

test("changes no rule: no table, no trigger, no function, no column", async () => {
  const attempts = [
    "alter table postings disable trigger all",
    "alter table postings disable trigger user",
    "drop trigger postings_append_only on postings",
    "create trigger mine before insert on players execute function append_only()",
    "alter table log_entries detach partition log_entries_default",
    "drop table log_entries",
    "alter table ledger_accounts drop constraint never_negative",
    "drop index one_unresolved_per_machine",
    "create function mine() returns integer language sql as 'select 1'",
    "create or replace function append_only() returns trigger language plpgsql as 'begin return null; end'",
    "alter function adjust(integer, bigint, text, jsonb) set search_path = pg_temp",
    "alter table players owner to reelcast_house",
    "create table mine (n integer)",
    "create view mine as select * from players",
  ];
  expect(await refusals(attempts)).toEqual(each(attempts, DENIED));
});

const LEDGER = [
  "ledger_accounts",
  "journals",
  "postings",
  "transfers",
  "games",
  "operations",
  "suspensions",
  "sessions",
];
const LOGS = ["log_entries", "chat_messages", "audit_log", "settings_versions", "promotion_grants", "jackpot_hits"];
for (const table of [...LEDGER, ...LOGS, "kysely_migration"])
  test(`writes over nothing in ${table}`, async () => {
    const { rows } = await database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
        and attidentity = '' and attgenerated = '' limit 1`,
      [table],
    );
    const attempts = [
      `update ${table} set "${rows[0]?.name ?? ""}" = null`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `lock table ${table} in access exclusive mode`,
    ];
    expect(await refusals(attempts)).toEqual(each(attempts, DENIED));
  });

test("posts nothing past the functions of the ledger", async () => {
  const attempts = [
    "insert into journals (source, kind) values ('mine', 'deposit')",
    "insert into postings (journal_id, account_id, amount) values (1, 1, 5)",
    "insert into ledger_accounts (kind, ref, posted) values ('player', 999, 5)",
    "select post_journal('mine', 'deposit', array[1, 2], array[-5, 5], null)",
    "update ledger_accounts set held = 0",
    "insert into audit_log (by, via, act) values ('nobody', 'system', 'nothing')",
    "insert into log_entries_default (id, type) values (1, 'LOGIN_SUCCESS')",
    "insert into kysely_migration (name, timestamp) values ('999_mine', '')",
  ];
  expect(await refusals(attempts)).toEqual(each(attempts, DENIED));
});

test("ends no connection of another login", async () => {
  const superuser = new Client({
    host: database.host,
    port: database.port,
    user: "reelcast",
    password: (await readFile(join(house.dataDir, "postgres.password"), "utf8")).trim(),
    database: "reelcast",
  });
  await superuser.connect();
  try {
    const { rows } = await superuser.query<{ pid: number }>("select pg_backend_pid() as pid");
    const attempts = [`select pg_terminate_backend(${rows[0]?.pid})`, `select pg_cancel_backend(${rows[0]?.pid})`];
    expect(await refusals(attempts)).toEqual(each(attempts, DENIED));
  } finally {
    await superuser.end();
  }
});
