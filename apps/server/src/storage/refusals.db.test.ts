/** Databases that can't be those of a house: each is refused with one sentence, and nothing is changed in it. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EMBEDDED_MAJOR } from "./clusterVersion.ts";
import { connect } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { DatabaseRefused, openStorage } from "./index.ts";
import { programs } from "./postmaster.ts";
import { TEMPLATE, addTestDatabase, createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

const log = pino({ level: "silent" });
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "reelcast-refused-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** The sentence with which a start is refused. @throws if it is not, or for another reason */
async function sentenceOf(attempt: Promise<{ close(): Promise<void> }>): Promise<string> {
  const error: unknown = await attempt.then(
    async (opened) => {
      await opened.close();
      return new Error("it was opened");
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof DatabaseRefused)) throw error;
  expect(error.message).toMatch(/^[^\n]+\.$/);
  return error.message;
}

describe("a folder of the embedded database", () => {
  const folder = () => join(dataDir, "postgres");
  const open = () =>
    sentenceOf(openEmbedded(dataDir, { create: true }).then((opened) => ({ close: () => opened.release("always") })));

  it("says the version of its programs", async () => {
    const { postgres } = await programs();
    const { stdout } = await promisify(execFile)(postgres, ["--version"]);
    expect(stdout).toContain(` ${EMBEDDED_MAJOR}.`);
  });

  it.each([
    ["17\n", /postgres is a database of PostgreSQL 17, and this program has PostgreSQL 18/],
    ["19\n", /PostgreSQL 19, and this program has PostgreSQL 18: nothing was changed/],
    ["9.6\n", /PostgreSQL 9, and/],
    ["seventeen\n", /no whole database of PostgreSQL: its file PG_VERSION names no version/],
    ["", /names no version/],
    [null, /no whole database of PostgreSQL: its file PG_VERSION is missing/],
  ])("of the version %j is refused, and stays as it is", async (version, sentence) => {
    await mkdir(folder());
    await writeFile(join(folder(), "postgresql.conf"), "# theirs\n");
    if (version !== null) await writeFile(join(folder(), "PG_VERSION"), version);
    const before = await readdir(dataDir, { recursive: true });
    expect(await open()).toMatch(sentence);
    expect((await readdir(dataDir, { recursive: true })).toSorted()).toEqual(before.toSorted());
    expect(await readFile(join(folder(), "postgresql.conf"), "utf8")).toBe("# theirs\n");
  });
});

describe("DATABASE_URL", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());
  const changed = (url: string, change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const open = (urls: { url?: string; ownerUrl?: string } = {}) =>
    sentenceOf(openStorage({ url: database.url, ownerUrl: database.ownerUrl, ...urls, dataDir, log }));
  const wrongPassword = (url: string) => changed(url, (address) => (address.password = "wrong"));
  /** An empty database of the owner. */
  const empty = async (template = "template1") => {
    const name = `empty_${new URL(database.url).pathname.slice(1)}`;
    return { name, ...(await addTestDatabase(name, template)) };
  };
  const drop = (name: string) => sql`drop database ${sql.id(name)} with (force)`.execute(database.superuser);

  it("with a wrong password, and the owner's", async () => {
    expect(await open({ url: wrongPassword(database.url) })).toMatch(
      /^DATABASE_URL: the password of reelcast_house is not the one that the database at 127\.0\.0\.1:\d+ knows\.$/,
    );
    expect(await open({ ownerUrl: wrongPassword(database.ownerUrl) })).toMatch(
      /^DATABASE_OWNER_URL: the password of reelcast_owner/,
    );
  });

  it("with an unknown database, another one than the owner's, and an unknown login", async () => {
    const elsewhere = (url: string) => changed(url, (address) => (address.pathname = "nowhere"));
    expect(await open({ url: elsewhere(database.url) })).toMatch(/^DATABASE_URL: .+ has no database "nowhere"\.$/);
    const other = await empty();
    expect(await open({ ownerUrl: other.ownerUrl })).toMatch(/lead to two databases, "test_\w+" and "empty_test_\w+"/);
    await drop(other.name);
    const nobody = changed(database.url, (address) => (address.username = "nobody"));
    // PostgreSQL does not say whether it is the login or the password.
    expect(await open({ url: nobody })).toMatch(/^DATABASE_URL: the password of nobody is not/);
  });

  it("of a PostgreSQL older than 15", async () => {
    // Functions of the test stand before PostgreSQL's own in the login's path.
    await sql`create schema older`.execute(database.superuser);
    await sql`create function older.current_setting(name text) returns text language sql as $$
      select case name when 'server_version_num' then '140012' when 'server_version' then '14.12'
        else pg_catalog.current_setting(name) end $$`.execute(database.superuser);
    await sql`grant usage on schema older to public`.execute(database.superuser);
    const url = changed(database.url, (address) =>
      address.searchParams.set("options", "-c search_path=older,pg_catalog,public"),
    );
    expect(await open({ url })).toBe("DATABASE_URL: PostgreSQL 15 or later is needed, and this is 14.12.");
  });

  it("of another encoding than UTF8", async () => {
    const name = `latin_${new URL(database.url).pathname.slice(1)}`;
    await sql`create database ${sql.id(name)} encoding 'SQL_ASCII' template template0`.execute(database.superuser);
    const at = (url: string) => changed(url, (address) => (address.pathname = name));
    expect(await open({ url: at(database.url), ownerUrl: at(database.ownerUrl) })).toMatch(/encoding SQL_ASCII/);
    await drop(name);
  });

  it("of an owner who may not create tables", async () => {
    const { name, url, ownerUrl, superuserUrl } = await empty();
    const superuser = connect(superuserUrl, { max: 1 });
    // Only the database's owner has the right to create in its schema.
    await sql`alter database ${sql.id(name)} owner to reelcast`.execute(superuser);
    await sql`grant connect on database ${sql.id(name)} to reelcast_owner`.execute(superuser);
    expect(await open({ url, ownerUrl })).toMatch(
      /^DATABASE_OWNER_URL: reelcast_owner has too few rights in the database "empty_\w+" at .+: permission denied/,
    );
    await superuser.destroy();
    await drop(name);
  });

  it("of another program", async () => {
    const { name, url, ownerUrl } = await empty();
    const owner = connect(ownerUrl, { max: 1 });
    await sql`create table invoices (id int)`.execute(owner);
    await sql`create table customers (id int)`.execute(owner);
    expect(await open({ url, ownerUrl })).toMatch(/has 2 tables of another program, such as "customers"/);
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(owner);
    expect(rows.length).toBe(2);
    await owner.destroy();
    await drop(name);
  });

  it("of a newer version, by its migrations", async () => {
    const { name, url, ownerUrl } = await empty(TEMPLATE);
    const owner = connect(ownerUrl, { max: 1 });
    await sql`insert into kysely_migration values ('999_of_tomorrow', 'later')`.execute(owner);
    expect(await open({ url, ownerUrl })).toMatch(/newer version than this program.+"999_of_tomorrow"/);
    await owner.destroy();
    await drop(name);
  });
});
