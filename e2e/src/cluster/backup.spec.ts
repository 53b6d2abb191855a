/** deploy/backup: a backup of a house that is played in, restored into an empty database; and copies that are damaged. */
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { DebianPostgres } from "../processes/debianPostgres.ts";
import { runTool } from "../processes/tools.ts";
import { TestServer } from "../testServer.ts";

const SCRIPTS = fileURLToPath(new URL("../../../deploy/backup/", import.meta.url));

let postgres: DebianPostgres;
let folder: string;
let backup: string;
/** Number and hash of the last row of the audit log before the backup. */
let head: string;
let login: { username: string; password: string };

const restore = (file: string, database: string) =>
  runTool("bash", [join(SCRIPTS, "restore.sh"), file], { env: postgres.libpq(database) });
async function newDatabase(name: string): Promise<string> {
  await postgres.createDatabase(name);
  return name;
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
    const made = await runTool("bash", [join(SCRIPTS, "backup.sh")], {
      env: { ...postgres.libpq("played"), BACKUP_DIR: folder, BACKUP_METRICS_DIR: folder },
    });
    expect(made.code, made.output).toBe(0);
    backup = made.output.trim();
    seated.close();
  } finally {
    await house.close();
  }
});
test.afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("a restored house starts, its ledger and audit log are whole, and the player is still seated", async () => {
  const database = await newDatabase("restored");
  const { code, output } = await restore(backup, database);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("Restored") });
  const house = await TestServer.create(postgres.urls(database));
  try {
    await house.start();
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
  } finally {
    await house.close();
  }
  const again = await restore(backup, database);
  expect(again).toMatchObject({ code: 2, output: expect.stringContaining("The database is not empty") });
});

test("a file of which one byte differs is refused, and nothing is restored", async () => {
  const damaged = join(folder, "damaged.dump");
  const bytes = await readFile(backup);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(damaged, bytes);
  await cp(`${backup}.sha256`, `${damaged}.sha256`);
  const database = await newDatabase("untouched");
  expect(await restore(damaged, database)).toMatchObject({ code: 2, output: expect.stringContaining("is damaged") });
  const inside = await postgres.connect(database);
  expect((await inside.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await inside.end();
});

test("a copy in which somebody has changed one row is found by the check and by the audit log", async () => {
  const database = await newDatabase("changed");
  expect(await restore(backup, database)).toMatchObject({ code: 0 });
  const admin = await postgres.connect(database);
  // Without the triggers that would refuse it.
  await admin.query("set session_replication_role = replica");
  const changed = await admin.query(
    "update postings set amount = amount + 1 where id = (select min(id) from postings)",
  );
  expect(changed.rowCount).toBe(1);
  await admin.query(`update audit_log set "by" = 'somebody else' where seq = 1`);
  await admin.end();
  const house = await TestServer.create(postgres.urls(database));
  try {
    await house.start();
    const check = await house.cli("ledger", "check", "--full");
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining("BROKEN") });
    expect(await house.cli("audit", "verify")).toMatchObject({ code: 1 });
  } finally {
    await house.close();
  }
});

test("old backups go, the newest stay, and Prometheus sees the time", async () => {
  const own = join(folder, "kept");
  const env = { ...postgres.libpq("played"), BACKUP_DIR: own, BACKUP_KEEP: "1", BACKUP_METRICS_DIR: folder };
  const first = await runTool("bash", [join(SCRIPTS, "backup.sh")], { env });
  expect(first.code, first.output).toBe(0);
  // Names have whole seconds.
  for (const suffix of ["", ".sha256"])
    await cp(`${first.output.trim()}${suffix}`, join(own, `reelcast-20200101T000000Z.dump${suffix}`));
  const second = await runTool("bash", [join(SCRIPTS, "backup.sh")], { env });
  expect(second.code, second.output).toBe(0);
  const newest = second.output.trim().slice(own.length + 1);
  expect((await readdir(own)).toSorted()).toEqual([newest, `${newest}.sha256`]);
  const metrics = await readFile(join(folder, "reelcast.prom"), "utf8");
  expect(metrics).toMatch(/^reelcast_backup_timestamp_seconds \d{10}$/m);
  expect(
    await runTool("bash", [join(SCRIPTS, "backup.sh")], { env: { ...env, PGDATABASE: "nothing" } }),
  ).not.toMatchObject({
    code: 0,
  });
  expect((await readdir(own)).toSorted()).toEqual([newest, `${newest}.sha256`]);
});
