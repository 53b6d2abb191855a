/**
 * Two containers on one data folder: processes that see neither each other's process ids nor each other's ports. The second
 * is refused before it touches anything. Needs root's namespaces.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { run } from "../../accidents/run.ts";
import { asPattern, rowOf } from "../../accidents/startsTable.ts";
import { PlayerClient } from "../../client.ts";
import { TestServer } from "../../testServer.ts";

const MACHINE = 3;

/** Words that run a program as in a container of its own: other processes, ports and mounts. @param before shell commands */
const container = (before = "true", after = "") => [
  "unshare",
  "-npim",
  "--fork",
  "--kill-child",
  "--mount-proc",
  "bash",
  "-c",
  `ip link set lo up; ${before}; ${after === "" ? 'exec "$@"' : `"$@"; ${after}`}`,
  "bash",
];

/** Words that run a program with ports of its own, which sees all processes. */
const OTHER_PORTS = ["unshare", "-n", "bash", "-c", 'ip link set lo up; exec "$@"', "bash"];

/** Files of the folder with what a write or another owner would change; PostgreSQL itself writes below. */
async function states(folder: string): Promise<unknown[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const { uid, ino, mode } = await stat(join(folder, name));
      return { name, uid, ino, mode };
    }),
  );
}

const SECOND =
  "a second server and a command in another container are refused, also by another path, and the first plays on";
const OUTLIVES =
  "a database that outlives its killed server keeps the folder; only its own container takes it over, at once";

/** Ends as the row of the table "Starts and ends" in docs/operating.md says that has this test. */
async function expectRefused(options: Parameters<typeof run>[0], row: string): Promise<void> {
  const { code, sentence } = rowOf(row);
  const ended = await run(options).ended;
  expect({ code: ended.code, stdout: ended.stdout }, ended.stderr).toEqual({ code, stdout: "" });
  expect(ended.stderr.trim()).toMatch(new RegExp(`^${asPattern(sentence ?? "").source}$`));
}

let house: TestServer;
test.beforeEach(async () => {
  house = await TestServer.open();
});
test.afterEach(() => house.close());

test("a second server and a command in another container are refused, also by another path, and the first plays on", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(MACHINE);
  await game.cashIn(20_000);
  const before = await states(house.dataDir);
  const other = await mkdtemp(join(tmpdir(), "reelcast-mounted-"));
  try {
    await mkdir(join(other, "data"));
    const mount = `mount --bind ${house.dataDir} ${other}/data`;
    await Promise.all([
      expectRefused({ program: "server", environment: { DATA_DIR: house.dataDir }, prefix: container() }, SECOND),
      expectRefused(
        { program: "server", environment: { DATA_DIR: `${other}/data` }, prefix: container(mount) },
        SECOND,
      ),
      expectRefused(
        { program: ["ledger", "check"], environment: { DATA_DIR: house.dataDir }, prefix: container() },
        OUTLIVES,
      ),
    ]);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
  expect(await states(house.dataDir)).toEqual(before);
  expect((await game.cashOut()).amount).toBe(20_000);
  game.close();
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
  await house.stop();
  await house.start();
  expect(await PlayerClient.login(house.url, "demo1").then((one) => one.balance())).toBe(1_000_000);
});

test("a database that outlives its killed server keeps the folder; only its own container takes it over, at once", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(MACHINE);
  await game.cashIn(20_000);
  const [postmaster] = await house.databasePids();
  await house.kill();
  const environment = { DATA_DIR: house.dataDir };
  await Promise.all([
    expectRefused({ program: "server", environment, prefix: container() }, OUTLIVES),
    expectRefused({ program: ["player", "show", "demo1"], environment, prefix: container() }, OUTLIVES),
  ]);
  expect((await house.databasePids())[0]).toBe(postmaster);
  await house.start();
  expect((await house.databasePids())[0]).toBe(postmaster);
  const again = await (await PlayerClient.login(house.url, "demo1")).game();
  expect((await again.init(MACHINE)).session.resumed).toBe(true);
  expect((await again.cashOut()).amount).toBe(20_000);
  again.close();
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
});

test("a database whose process is seen and whose port is in another network keeps the folder, and the first plays on", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(MACHINE);
  await game.cashIn(20_000);
  const before = await states(house.dataDir);
  const environment = { DATA_DIR: house.dataDir };
  await Promise.all([
    expectRefused({ program: "server", environment, prefix: OTHER_PORTS }, SECOND),
    expectRefused({ program: ["ledger", "check"], environment, prefix: OTHER_PORTS }, OUTLIVES),
  ]);
  expect(await states(house.dataDir)).toEqual(before);
  expect(await game.cashOut()).toMatchObject({ amount: 20_000 });
  await game.cashIn(10_000);
  game.close();
  const [postmaster] = await house.databasePids();
  await house.kill();
  await expectRefused({ program: "server", environment, prefix: OTHER_PORTS }, OUTLIVES);
  expect((await house.databasePids())[0]).toBe(postmaster);
  await house.start();
  expect((await house.databasePids())[0]).toBe(postmaster);
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
});

test("a database that outlives its killed server keeps the folder from other containers without its lock files, too", async () => {
  const [postmaster] = await house.databasePids();
  await house.kill();
  for (const name of ["server.lock", "open.lock", "database.lock"]) await rm(join(house.dataDir, name));
  const pidFile = join(house.dataDir, "postgres", "postmaster.pid");
  const before = await readFile(pidFile, "utf8");
  const environment = { DATA_DIR: house.dataDir };
  await expectRefused({ program: "server", environment, prefix: container() }, OUTLIVES);
  await expectRefused({ program: ["ledger", "check"], environment, prefix: container() }, OUTLIVES);
  expect(await readFile(pidFile, "utf8")).toBe(before);
  await house.start();
  expect((await house.databasePids())[0]).toBe(postmaster);
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
});

/** The descendants of a process. */
async function descendants(pid: number): Promise<{ pid: number; words: string }[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
  const rows = stdout.split("\n").map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []);
  const below = (parent: number): { pid: number; words: string }[] =>
    rows.flatMap(([, own, of, words = ""]) =>
      Number(of) === parent ? [{ pid: Number(own), words }, ...below(Number(own))] : [],
    );
  return below(pid);
}

test("a database left in a container keeps the folder from the host until that container ends", async () => {
  await house.stop();
  const environment = { DATA_DIR: house.dataDir, DEMO: "1", PORT: String(house.port) };
  const first = run({ program: "server", environment, prefix: container("true", "echo it has ended; sleep infinity") });
  try {
    await first.printed("is open at");
    const server = (await descendants(first.child.pid ?? 0)).find(
      ({ words }) => words.startsWith(process.execPath) && words.includes("server/src/main.ts"),
    );
    process.kill(server?.pid ?? 0, "SIGKILL");
    await first.printed("it has ended");
    await expectRefused({ program: "server", environment }, OUTLIVES);
  } finally {
    first.child.kill("SIGKILL");
    await first.ended;
  }
  await house.start();
  expect((await house.cli("ledger", "check")).stdout).toContain("Every invariant holds");
});
