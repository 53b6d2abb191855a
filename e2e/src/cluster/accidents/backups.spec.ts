/**
 * Backups of a house that is played in on an outside PostgreSQL: deploy/backup, restored there and into the embedded database,
 * and from there to an outside one again; the way up of the handbook; a restore that is killed; a copy that somebody has changed.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { ROOT, run } from "../../accidents/run.ts";
import { PlayerClient } from "../../client.ts";
import { DebianPostgres } from "../../processes/debianPostgres.ts";
import { runTool } from "../../processes/tools.ts";
import { TestServer } from "../../testServer.ts";

const SCRIPT = join(ROOT, "deploy/backup/backup.sh");

let postgres: DebianPostgres;
let folder: string;
let backup: string;
/** Number and hash of the last row of the audit log before the backup. */
let head: string;
let login: { username: string; password: string };

const restore = (environment: Record<string, string>, file = backup) =>
  run({ program: ["restore", file], environment: { DATA_DIR: join(folder, "data"), ...environment } });
async function newDatabase(name: string): Promise<string> {
  await postgres.createDatabase(name);
  return name;
}
const backUp = (database: string, environment: Record<string, string>) =>
  runTool("bash", [SCRIPT], { env: { DATA_DIR: join(folder, "data"), ...postgres.urls(database), ...environment } });

/** The house of the backup: ledger and audit log are whole, and the player is still seated. */
async function expectHouse(house: TestServer): Promise<void> {
  const check = await house.cli("ledger", "check", "--full");
  expect(check, check.stdout).toMatchObject({ code: 0 });
  expect(check.stdout).toContain("Every invariant holds.");
  expect(await house.cli("audit", "verify", "--expect", head)).toMatchObject({ code: 0 });
  expect(await (await fetch(`${house.url}/machines/own.svg`)).text()).toBe("the operator's");
  const player = await PlayerClient.login(house.url, login.username, login.password);
  expect(await player.balance()).toBe(10_000_00 - 200_00 + 5_00);
  const game = await player.game();
  expect(await game.init(2)).toMatchObject({ session: { resumed: true }, meters: { credit: 200_00 } });
  await game.request("leave", {});
  expect(await player.balance()).toBe(10_000_00 + 5_00);
  expect(await house.cli("ledger", "check", "--full")).toMatchObject({ code: 0 });
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-backup-"));
  postgres = await DebianPostgres.open();
  const house = await TestServer.create({ ...postgres.urls(await newDatabase("played")), HAND_PAY_SECONDS: "0" });
  try {
    await mkdir(join(house.dataDir, "pictures/machines"), { recursive: true });
    await writeFile(join(house.dataDir, "pictures/machines/own.svg"), "the operator's");
    await house.start();
    const account = await house.addPlayer();
    login = { username: account.username, password: account.password };
    // One has played and left; another sits at a machine with credit, now.
    const left = await PlayerClient.of(house.url, await house.addPlayer()).game();
    await left.init(1);
    await left.cashIn(100_00);
    await left.press("play");
    await expect.poll(() => left.request("leave", {}).catch(() => null), { timeout: 30_000 }).not.toBeNull();
    const seated = await PlayerClient.of(house.url, account).game();
    await seated.init(2);
    await seated.cashIn(200_00);
    await house.cli("player", "credit", login.username, "5.00", "--why", "test", "--by", "ayse");
    head = /Head: (\S+)/.exec((await house.cli("audit", "verify")).stdout)?.[1] ?? "";
    const made = await backUp("played", { BACKUP_DIR: folder, BACKUP_METRICS_DIR: folder });
    expect(made.code, made.output).toBe(0);
    backup = /^\S+\.backup$/m.exec(made.output)?.[0] ?? made.output;
    seated.close();
  } finally {
    await house.close();
  }
});
test.afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("a house of PostgreSQL 15 is restored there, by an owner who is no superuser, once", async () => {
  const database = postgres.urls(await newDatabase("restored"));
  const restored = await restore(database).ended;
  expect(restored, restored.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Every invariant holds"),
  });
  const house = await TestServer.create(database);
  try {
    await house.start();
    await expectHouse(house);
  } finally {
    await house.close();
  }
  const again = await restore(database).ended;
  expect(again).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("The database is not empty") });
});

test("a house moves to the embedded database, by the commands of the way up to the next version, and back", async () => {
  const dataDir = join(folder, "moved");
  const first = await restore({ DATA_DIR: dataDir }).ended;
  expect(first, first.stderr).toMatchObject({ code: 0 });
  const handbook = await readFile(join(ROOT, "docs/operating.md"), "utf8");
  const [, section = ""] = handbook.split("### From one major version of PostgreSQL to the next\n");
  const [, commands = ""] = section.split("```\n");
  const own = commands
    .replace(/^export DATA_DIR=.*/m, `export DATA_DIR=${dataDir}`)
    .replaceAll("/var/backups/reelcast/before.backup", join(folder, "up.backup"));
  expect(own.match(/^(npm run house|mv|systemctl) /gm)).toHaveLength(5);
  const { stdout } = await promisify(execFile)("bash", ["-ec", `systemctl() { echo "systemctl $*"; }\n${own}`], {
    cwd: ROOT,
  });
  expect(stdout).toMatch(/systemctl stop[^]+up\.backup: the house of [^]+Every invariant holds[^]+systemctl start/);
  expect(await readFile(join(dataDir, "postgres/PG_VERSION"), "utf8")).toMatch(/^1[8-9]|[2-9]\d\n$/);

  const out = await run({ program: ["backup", join(folder, "out.backup")], environment: { DATA_DIR: dataDir } }).ended;
  expect(out, out.stderr).toMatchObject({ code: 0 });
  const database = postgres.urls(await newDatabase("moved"));
  const back = await restore(database, join(folder, "out.backup")).ended;
  expect(back, back.stderr).toMatchObject({ code: 0 });
  for (const place of [
    { environment: {}, dataDir },
    { environment: database, dataDir: join(folder, "data") },
  ]) {
    const house = await TestServer.create(place.environment, place.dataDir);
    try {
      await house.start();
      await expectHouse(house);
    } finally {
      await house.stop();
    }
  }
});

test("a restore that is killed when all rows are there leaves the database empty", async () => {
  const database = await newDatabase("killed");
  const admin = await postgres.connect(database);
  // The restore waits here for a lock of the test, after its last row and before its end.
  await admin.query(`create schema hold`);
  await admin.query(`create function hold.enabling() returns event_trigger language plpgsql as $$ begin
    if current_query() like '%enable trigger%' then perform pg_advisory_xact_lock(4711); end if; end $$`);
  await admin.query(
    `create event trigger hold on ddl_command_end when tag in ('ALTER TABLE') execute function hold.enabling()`,
  );
  await admin.query("select pg_advisory_lock(4711)");
  const dataDir = join(folder, "killed");
  const killed = restore({ ...postgres.urls(database), DATA_DIR: dataDir });
  const waiting = "select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted";
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  killed.child.kill("SIGKILL");
  await killed.ended;
  await admin.query("select pg_advisory_unlock(4711)");
  await admin.query("drop event trigger hold");
  await admin.query("drop schema hold cascade");
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(0);
  const tables = "select from pg_tables where schemaname = 'public'";
  await expect.poll(async () => (await admin.query(tables)).rowCount).toBe(0);
  await admin.end();
  const started = run({
    program: "server",
    environment: { ...postgres.urls(database), DATA_DIR: dataDir, PORT: "18191" },
  });
  expect(await started.ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/has no house yet: a restore/) });
  const again = await restore({ ...postgres.urls(database), DATA_DIR: dataDir }).ended;
  expect(again, again.stderr).toMatchObject({ code: 0 });
});

test("a disk that is full leaves nothing, and one sentence", async () => {
  const small = join(folder, "small");
  await mkdir(small);
  const inside = `mount -t tmpfs -o size=8k none ${small} && "$@"; code=$?; ls -A ${small}; exit $code`;
  const full = run({
    program: ["backup", join(small, "house.backup")],
    environment: { ...postgres.urls("played"), DATA_DIR: join(folder, "data") },
    prefix: ["unshare", "--mount", "bash", "-c", inside, "bash"],
  });
  const { code, stdout, stderr } = await full.ended;
  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
  // After the line that says which house it is.
  expect(stderr.trimEnd().split("\n").slice(1)).toEqual([`No backup was written: the disk of ${small} is full.`]);
});

test("a copy in which somebody has changed one row is found by the check and by the audit log", async () => {
  const database = await newDatabase("changed");
  expect(await restore(postgres.urls(database)).ended).toMatchObject({ code: 0 });
  const admin = await postgres.connect(database);
  // Without the triggers that would refuse it.
  await admin.query("set session_replication_role = replica");
  const changed = await admin.query(
    "update postings set amount = amount + 1 where id = (select min(id) from postings)",
  );
  expect(changed.rowCount).toBe(1);
  await admin.query(`update audit_log set "by" = 'somebody else' where seq = 1`);
  await admin.end();
  // Its own backup says so at the end of the restore.
  const again = join(folder, "changed.backup");
  const environment = { ...postgres.urls(database), DATA_DIR: join(folder, "data") };
  expect(await run({ program: ["backup", again], environment }).ended).toMatchObject({ code: 0 });
  const restored = await restore({ DATA_DIR: join(folder, "changed") }, again).ended;
  expect(restored).toMatchObject({ code: 1, stdout: expect.stringMatching(/^BROKEN: [^]+^BROKEN: audit log/m) });
});

test("old backups go, the newest stay, and Prometheus sees the time", async () => {
  const own = join(folder, "kept");
  const environment = { BACKUP_DIR: own, BACKUP_KEEP: "1", BACKUP_METRICS_DIR: folder };
  const first = await backUp("played", environment);
  expect(first.code, first.output).toBe(0);
  // Names have whole seconds.
  const [name = ""] = await readdir(own);
  await cp(join(own, name), join(own, "reelcast-20200101T000000Z.backup"));
  await rm(join(own, name));
  const second = await backUp("played", environment);
  expect(second.code, second.output).toBe(0);
  const [newest = "", ...others] = await readdir(own);
  expect(others).toEqual([]);
  expect(second.output).toContain(newest);
  const metrics = await readFile(join(folder, "reelcast.prom"), "utf8");
  expect(metrics).toMatch(/^reelcast_backup_timestamp_seconds \d{10}$/m);
  expect(await backUp("nothing", environment)).toMatchObject({
    code: 2,
    output: expect.stringContaining('has no database "nothing"'),
  });
  expect(await readdir(own)).toEqual([newest]);
});
