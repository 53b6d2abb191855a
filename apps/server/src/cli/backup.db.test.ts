/** A backup restored into another database: every row, every sequence and every rule is as it was. */
import { appendFile, copyFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { FIRST_LINE, lastLine } from "../backup/format.ts";
import { openBackup, writeBackup } from "../backup/index.ts";
import { ConfigError, readConfig } from "../config.ts";
import { InputError } from "../input.ts";
import { restoreHouse } from "../start/restore.ts";
import { connect } from "../storage/database.ts";
import type { Db } from "../storage/index.ts";
import { withSnapshot } from "../storage/index.ts";
import { migrate } from "../storage/migrate.ts";
import { migrations } from "../storage/migrations/index.ts";
import { createNodesTable } from "../storage/open.ts";
import { HOUSE } from "../storage/roles.ts";
import { copiedTables, foreignKeys, sequences, tablesWithTriggers } from "../storage/schemaTables.ts";
import { addTestDatabase, addTestPlayer } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

const log = pino({ level: "silent" });
const ACT = {
  by: "ayse",
  via: "command",
  from: "desk",
  act: "house.restore",
  target: "file",
  before: null,
  why: null,
} as const;
const ODD = 'tab\t, line\n, return\r, \\backslash\\., quote\', "two", ş Ğ İ ı, \u{1F3B0}, \u0001, \\N, \\.';

const STAFF_KEY = `${Buffer.alloc(32, 9).toString("base64url")}\n`;

let house: TestHouse;
let folder: string;
let file: string;
let created: string[];
let opened: Db[];

beforeEach(async () => {
  house = await openTestHouse();
  folder = await mkdtemp(join(tmpdir(), "reelcast-backup-"));
  file = join(folder, "house.backup");
  [created, opened] = [[], []];
});
afterEach(async () => {
  for (const db of opened) await db.destroy();
  for (const name of created) await sql`drop database ${sql.id(name)} with (force)`.execute(house.database.superuser);
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database, and a server's variables for it. */
async function emptyPlace() {
  const name = `restored_${new URL(house.database.url).pathname.slice(6)}_${created.length}`;
  const urls = await addTestDatabase(name, "template1");
  created.push(name);
  const owner = connect(urls.ownerUrl, { max: 1 });
  opened.push(owner);
  const dataDir = join(folder, name);
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: urls.url,
    DATABASE_OWNER_URL: urls.ownerUrl,
    DEMO: "0",
  });
  return { config, owner, dataDir, ...urls };
}
type Place = Awaited<ReturnType<typeof emptyPlace>>;
async function restore({ config }: Pick<Place, "config">, from = file) {
  const backup = await openBackup(from);
  try {
    return await restoreHouse({ config, log }, backup, ACT);
  } finally {
    await backup.close();
  }
}
const isEmpty = async ({ owner }: Place) =>
  (await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(owner)).rows.length === 0;

/** Each table's rows as text, without the rows of the restore itself. */
async function contents(url: string): Promise<Record<string, string[]>> {
  return withSnapshot(url, async (snapshot) => {
    const found: Record<string, string[]> = {};
    for (const table of snapshot.tables) {
      const parts: Buffer[] = [];
      for await (const chunk of snapshot.rows(table).chunks) parts.push(chunk as Buffer);
      found[table.name] = Buffer.concat(parts).toString().split("\n").toSorted();
    }
    return found;
  });
}

/** A house with a row of every awkward kind. */
async function playHouse(): Promise<number> {
  const { db, owner, superuser } = house.database;
  const playerId = await addTestPlayer(db, "Şule");
  const wallet = createWallet({ db });
  await wallet.openPlayer(db as never, playerId);
  await wallet.adjust({ playerId, amount: 12_345, key: "k", tag: "bank" });
  await sql`update players set name = ${ODD}, lastname = '' where id = ${playerId}`.execute(db);
  await sql`insert into pictures (kind, name, sha256, content, changed_at)
    values ('machines', ${"büyük.svg"}, ${"0".repeat(64)}, ${Buffer.from([0, 92, 46, 10, 255])}, '2026-11-26 03:04:05.678901+03')`.execute(
    db,
  );
  // A month of long ago, and one that nobody has made: its rows are in the default partition.
  await sql`select add_months('log_entries', '2024-02-01', '2024-02-01')`.execute(owner);
  await sql`insert into log_entries (player_id, type, at, ip, detail) values
    (${playerId}, 'LOGIN_SUCCESS', '2024-02-29 12:00:00Z', '10.0.0.1', ${ODD}),
    (${playerId}, 'LOGIN_SUCCESS', '2023-07-01 00:00:00Z', '10.0.0.1', '')`.execute(db);
  await sql`insert into floor_nodes (node, incarnation, postmaster_started, active)
    values ('living', 1, pg_postmaster_start_time(), true)`.execute(db);
  await sql`insert into machine_leases (machine_id, epoch, node) values (7, 12, 'living')`.execute(db);
  // Beyond exact numbers of JavaScript, and of a sequence that has gone far.
  await sql`select setval('journals_id_seq', 9007199254740993)::text`.execute(superuser);
  await sql`update machine_leases set epoch = 9007199254740995 where machine_id = 7`.execute(superuser);
  return playerId;
}

it("has every row, sequence and rule of a house that it was made of", async () => {
  await playHouse();
  await sql`create table of_somebody (id int)`.execute(house.database.owner);
  const printed = await house.run("backup", file, "--by", "ayse", "--why", "nightly");
  expect(printed).toMatch(/: the house of .+, \d+ rows of \d+ tables, \d+ bytes, SHA-256 [0-9a-f]{64}\./);
  expect(printed).toContain("The key of the staff's secrets is not in it.");
  expect(printed).toContain("Not in it, as they are not the house's: the tables of_somebody.");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["house.backup"]);
  expect(await house.acts("house.backup")).toMatchObject([
    { by: "ayse", target: file, why: "nightly", after: { outcome: "asked" } },
    { by: "ayse", target: file, after: { outcome: "done", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
  ]);

  const place = await emptyPlace();
  const { rows } = await restore(place);
  expect(rows).toBeGreaterThan(10);
  expect(await readdir(place.dataDir)).not.toContain("restore.unfinished");
  const [before, after] = [await contents(house.database.ownerUrl), await contents(place.ownerUrl)];
  // The backup's own outcome came later; the restore has a row of its own.
  const withoutNewest = ({ audit_log: _log, audit_head: _head, ...rest }: Record<string, string[]>) => rest;
  expect(withoutNewest(after)).toEqual({
    ...withoutNewest(before),
    // Nobody runs it.
    machine_leases: ["", "7\t9007199254740995\t\\N"],
  });
  expect(after["audit_log"]?.filter((row) => row.includes("house.backup"))).toHaveLength(1);
  expect(after["audit_log"]?.filter((row) => row.includes("house.restore"))).toHaveLength(1);

  expect(await sequences(place.owner)).toEqual(await sequences(house.database.owner));
  const rules = async (db: Db) =>
    (
      await sql`select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger
        where not tgisinternal and tgrelid::regclass::text !~ '_[0-9]{4}_[0-9]{2}$' order by 1, 2`.execute(db)
    ).rows;
  expect(await rules(place.owner)).toEqual(await rules(house.database.owner));
  expect((await rules(place.owner)).every((rule) => (rule as { tgenabled: string }).tgenabled === "O")).toBe(true);
  expect(await tablesWithTriggers(place.owner)).toContain("log_entries_2024_02");
  const keys = async (db: Db) => (await foreignKeys(db)).map((key) => Object.values(key).join(" "));
  expect(await keys(place.owner)).toEqual(await keys(house.database.owner));
  const rights = async (db: Db) =>
    (
      await sql`select relname, relacl::text as acl from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and not relispartition
          and relname <> 'of_somebody' order by 1`.execute(db)
    ).rows;
  expect(await rights(place.owner)).toEqual(await rights(house.database.owner));
  const { rows: found } = await sql<{ search: string }>`select search_text as search from players`.execute(place.owner);
  expect(found[0]?.search).toContain("sule");
  expect((await sql`select from floor_nodes`.execute(place.owner)).rows).toEqual([]);

  await expect(restore(place)).rejects.toThrow(
    /^The database is not empty, it has \d+ tables .+ nothing was changed\.$/,
  );
});

it("is of one moment: what is written while it is made is not in it, nor a month that is dropped", async () => {
  const playerId = await playHouse();
  const { db, ownerUrl } = house.database;
  const count = await withSnapshot(ownerUrl, async (snapshot) => {
    await addTestPlayer(db, "later");
    const dropped = sql`set lock_timeout = '50ms'; drop table log_entries_2024_02`.execute(connectOnce(ownerUrl));
    await expect(dropped).rejects.toThrow("lock timeout");
    const players = snapshot.tables.find(({ name }) => name === "players");
    if (!players) throw new Error("no players");
    const { chunks, count: read } = snapshot.rows(players);
    for await (const chunk of chunks) expect(String(chunk)).not.toContain("later");
    return read();
  });
  expect({ count, playerId }).toEqual({ count: 1, playerId: 1 });
});
function connectOnce(url: string): Db {
  const db = connect(url, { max: 1 });
  opened.push(db);
  return db;
}

it("is written under its name as a whole or not at all, and overwrites nothing", async () => {
  await writeFile(file, "older");
  await expect(house.run("backup", file)).rejects.toThrow(/exists already, and no backup is overwritten\.$/);
  expect(await readFile(file, "utf8")).toBe("older");
  await expect(house.run("backup", join(folder, "nowhere", "x"))).rejects.toThrow(/there is no folder .+nowhere\.$/);
  await expect(house.run("backup", join(file, "x"))).rejects.toThrow(/No backup was written/);
  // Behind the check of the name: another backup has taken it.
  await expect(house.run("backup", "/dev/full")).rejects.toThrow(/exists already/);
  expect(await readdir(folder)).toEqual(["house.backup"]);
});

it("is read as a whole before anything is changed: a flipped byte, a missing end, another file", async () => {
  await playHouse();
  await house.run("backup", file);
  const place = await emptyPlace();
  const bytes = await readFile(file);
  const refused = async (content: Buffer | string, sentence: RegExp) => {
    const other = join(folder, "other");
    await writeFile(other, content);
    await expect(restore(place, other)).rejects.toThrow(sentence);
    expect(await isEmpty(place)).toBe(true);
    expect(await readdir(folder)).not.toContain(place.dataDir);
  };
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const middle = bytes.indexOf("\n", 20) + 40;
  await refused(flipped(middle), /damaged or not whole: its SHA-256 is not the one of its last line\.$/);
  // Of a digit of the SHA-256, which may then be none.
  await refused(flipped(bytes.length - 10), /is damaged or not whole/);
  await refused(flipped(bytes.length - 1), /its last line, with the SHA-256 of all before it, is missing\.$/);
  await refused(flipped(3), /is no backup of a house\.$/);
  await refused(flipped(16), /has format 0, which this program does not know/);
  await refused(bytes.subarray(0, bytes.length - 1), /is damaged or not whole/);
  await refused(bytes.subarray(0, middle), /is damaged or not whole/);
  await refused(bytes.subarray(0, 30), /is damaged or not whole/);
  await refused("", /is no backup of a house\.$/);
  await refused("PGDMP a dump of another program", /is no backup of a house\.$/);
  await appendFile(file, "more");
  await expect(restore(place)).rejects.toThrow(/is damaged or not whole/);
  await expect(restore(place, folder)).rejects.toThrow(/(can't be read|no backup of a house)/);
  await expect(restore(place, join(folder, "nothing"))).rejects.toThrow(/can't be read/);
});

it("is refused with one sentence where its SHA-256 is right and its content was made by somebody", async () => {
  await playHouse();
  await house.run("backup", file);
  const bytes = await readFile(file);
  const headerEnd = bytes.indexOf("\n", FIRST_LINE.length) + 1;
  const header = JSON.parse(bytes.toString("utf8", FIRST_LINE.length, headerEnd)) as object;
  const content = zstdDecompressSync(bytes.subarray(headerEnd, bytes.length - lastLine("0".repeat(64)).length));
  const place = await emptyPlace();
  const forged = join(folder, "forged");
  const refused = async (change: (content: string) => string, sentence: RegExp, changed: object = {}) => {
    const text = Buffer.concat([
      Buffer.from(`${FIRST_LINE}${JSON.stringify({ ...header, ...changed })}\n`),
      zstdCompressSync(Buffer.from(change(content.toString("latin1")), "latin1")),
    ]);
    await writeFile(
      forged,
      Buffer.concat([text, Buffer.from(lastLine(createHash("sha256").update(text).digest("hex")))]),
    );
    const error: unknown = await restore(place, forged).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy((one) => one instanceof InputError || one instanceof ConfigError, String(error));
    expect((error as Error).message).toMatch(sentence);
    expect((error as Error).message).toContain(forged);
    expect(await isEmpty(place)).toBe(true);
  };
  const same = (text: string) => text;
  const before = (line: string) => (text: string) => text.replace('{"sequences"', `${line}\n{"sequences"`);
  await refused(same, /its second line does not say/, { timeZone: "\u001b]0;evil\u0007" });
  await refused(same, /its second line does not say/, { program: "1\nEvery invariant holds" });
  await refused((text) => `${text}more`, /something comes after its last entry/);
  await refused((text) => text.slice(0, -9), /ends too early/);
  await refused(before('{"evil":1}'), /a line of its content is none of a backup/);
  await refused(before('{"file":"staff.key","content":"AAAA"}'), /its staff\.key is no key/);
  await refused(before('{"table":"pg_authid","columns":["rolname"]}\n\\.'), /pg_authid is no table of a house/);
  await refused(before('{"table":"players","columns":["id"]}\n\\.'), /players is in it twice/);
  const columns = (to: string) => (text: string) => text.replace(/("table":"players","columns":\[)"id"/, `$1${to}`);
  await refused(columns('"id","id"'), /players has id, which is no column or is there twice/);
  await refused(columns(String.raw`"id\u001b"`), /which is no column/);
  await refused(
    (text) => text.replace('"name":"journals_id_seq"', '"name":"pg_catalog.x"'),
    /journals_id_seq is not in it once/,
  );
  await refused(
    (text) => text.replace('{"sequences":[', '{"sequences":[{"name":"a.b","last":"1","called":true},'),
    /a\.b is no sequence/,
  );
  await refused(
    (text) => text.replace('"last":"9007199254740993"', '"last":"x"'),
    /can't be restored: the database refuses/,
  );
  await refused(same, /can't be restored: the database refuses/, { months: { nothing: ["2026_01"] } });
  await restore(place);
});

it("is restored into an empty database alone", async () => {
  await house.run("backup", file);
  const foreign = await emptyPlace();
  await sql`create view customers as select 1 as id`.execute(foreign.owner);
  await expect(restore(foreign)).rejects.toThrow(ConfigError);
  expect(await readdir(folder)).toEqual(["house.backup"]);
});

it("changes nothing where it can't end: the next one begins again", async () => {
  await playHouse();
  await house.run("backup", file);
  const place = await emptyPlace();
  const backup = await openBackup(file);
  onTestFinished(() => backup.close());
  type Into = Parameters<typeof backup.fill>[0];
  const failing = (fill: (into: Into) => Promise<void>) =>
    restoreHouse(
      { config: place.config, log },
      {
        ...backup,
        fill: async (into: Into) => {
          const filled = await backup.fill(into);
          await fill(into);
          return filled;
        },
      },
      ACT,
    );
  // A row that refers to none.
  const tags = { name: "player_settings", columns: ["player_id"] };
  const missing = failing(async (into) => void (await into.rows(tags, Readable.from([Buffer.from("4711\n")]))));
  await expect(missing).rejects.toThrow(/violates foreign key constraint/);
  expect(await isEmpty(place)).toBe(true);
  expect(await readdir(place.dataDir)).toContain("restore.unfinished");
  await restore(place);
  expect(await readdir(place.dataDir)).not.toContain("restore.unfinished");
});

it("of an older version is brought to the present one; of a newer one it is refused", async () => {
  const older = await emptyPlace();
  const names = Object.keys(migrations);
  // As the version before 153 left it: without the index and the rules that came later.
  await createNodesTable(older.owner, HOUSE);
  await migrate(
    older.owner,
    names.filter((name) => name < "151"),
  );
  await sql`insert into players (username, email, name, lastname, permissions, password_hash, pin_hash)
    values ('ann', 'ann@example.com', 'Ann', 'Ångström', '{145}', '', '')`.execute(older.owner);
  const write = (program: string, change: (migrationsOfIt: string[]) => string[] = (list) => list) =>
    withSnapshot(older.ownerUrl, (snapshot) =>
      writeBackup(
        join(folder, program),
        {
          snapshot: { ...snapshot, migrations: change(snapshot.migrations) },
          program,
          timeZone: "Europe/Istanbul",
          staffKey: null,
        },
        new AbortController().signal,
      ),
    );
  await write("0.0.9");
  const place = await emptyPlace();
  await restore(place, join(folder, "0.0.9"));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by 1`.execute(place.owner);
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect((await sql`select from players where username = 'ann'`.execute(place.owner)).rows).toHaveLength(1);

  await write("9.0.0", (list) => [...list, "999_of_tomorrow"]);
  const other = await emptyPlace();
  await expect(restore(other, join(folder, "9.0.0"))).rejects.toThrow(
    /9\.0\.0 is of version 9\.0\.0, which is newer than this program, .+: it has migration 999_of_tomorrow\.$/,
  );
  expect(await isEmpty(other)).toBe(true);
});

it("has the key of the staff's secrets, unless it is to be left out; a restore never replaces another one", async () => {
  const context: { dataDir?: string } = {};
  house.onContext = ({ config }) => (context.dataDir = config.dataDir);
  await house.run("backup", file, "--no-key");
  const key = join(context.dataDir ?? "", "staff.key");
  await writeFile(key, STAFF_KEY, { mode: 0o600 });
  const withKey = join(folder, "with-key");
  expect(await house.run("backup", withKey)).toContain("It has the key of the staff's secrets");
  expect(await house.run("backup", join(folder, "without"), "--no-key")).toContain("is not in it");

  const place = await emptyPlace();
  expect(await restore(place, withKey)).toMatchObject({ staffKey: join(place.dataDir, "staff.key") });
  expect(await readFile(join(place.dataDir, "staff.key"), "utf8")).toBe(STAFF_KEY);
  expect((await stat(join(place.dataDir, "staff.key"))).mode & 0o777).toBe(0o600);

  const other = await emptyPlace();
  await copyFile(withKey, join(folder, "copy"));
  const config = { ...other.config, console: { ...other.config.console, keyFile: join(folder, "their.key") } };
  await writeFile(join(folder, "their.key"), "another key");
  await expect(restore({ config }, withKey)).rejects.toThrow(/their\.key is another key than the one of the backup/);
  expect(await isEmpty(other)).toBe(true);
  expect(await readFile(join(folder, "their.key"), "utf8")).toBe("another key");
});

it("needs the owner's login", async () => {
  await expect(withSnapshot(house.database.url, () => Promise.resolve())).rejects.toThrow(/set DATABASE_OWNER_URL/);
  expect(await copiedTables(house.database.owner)).not.toContainEqual(expect.objectContaining({ name: "floor_nodes" }));
});
