/** Starts that need root: file systems and networks of their own. Each test is a row of the table "Starts and ends". */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { run } from "../../accidents/run.ts";
import type { Running } from "../../accidents/run.ts";
import { asPattern, expectRefused, rowOf } from "../../accidents/startsTable.ts";
import { freePort } from "../../freePort.ts";

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-starts-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Words that run a program after a script of a shell, in namespaces of its own. */
const within = (namespaces: readonly string[], script: string) => [
  "unshare",
  ...namespaces,
  "sh",
  "-ec",
  `${script}; exec "$@"`,
  "sh",
];

test("DATA_DIR is mounted read-only", async () => {
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const prefix = within(["--mount"], `mount -t tmpfs -o ro none '${dataDir}'`);
  for (const environment of [{ DATA_DIR: dataDir }, { DATA_DIR: join(dataDir, "new") }]) {
    const { stderr, ...ended } = await run({ program: "server", environment, prefix }).ended;
    // A folder that is missing is made in the one above.
    const sentence = stderr.replace(`DATA_DIR ${dataDir}/new: ${dataDir} is`, `DATA_DIR ${dataDir}: it is`);
    expectRefused("DATA_DIR is mounted read-only", { ...ended, stderr: sentence });
  }
  expect(await readdir(dataDir)).toEqual([]);
});

/** What the house answers, asked by a program in its network. */
async function ask(house: Running, url: string): Promise<string> {
  const words = ["--net", `--target=${house.child.pid}`, "curl", "--silent", "--max-time", "20", url];
  return (await promisify(execFile)("nsenter", words)).stdout;
}
async function end(house: Running): Promise<number | null> {
  house.child.kill();
  return (await house.ended).code;
}

test("two houses with defaults on one computer", async () => {
  const title = "two houses with defaults on one computer";
  const environment = (name: string) => ({ DATA_DIR: join(folder, name), CONSOLE_PORT: "" });
  const prefix = within(["--net"], "ip link set lo up");
  const first = run({ program: "server", environment: environment("first"), prefix });
  try {
    await first.printed("The console for the staff is at http://localhost:8081");
    const sameNetwork = ["nsenter", "--net", `--target=${first.child.pid}`];
    const second = run({
      program: "server",
      environment: { ...environment("second"), PORT: "8090" },
      prefix: sameNetwork,
    });
    try {
      await second.printed("The console for the staff is at http://localhost:8082");
      await second.printed(asPattern(rowOf(title).sentence ?? ""));
      expect(first.output()).not.toContain("in use");
      for (const [house, port] of [
        [first, 8080],
        [second, 8090],
      ] as const)
        await expect.poll(() => ask(house, `http://localhost:${port}/readyz`)).toBe('{"status":"ready"}');
      const { stdout } = await promisify(execFile)("nsenter", [...sameNetwork.slice(1), "ss", "-lunH"]);
      for (const port of [50_000, 50_001]) expect(stdout).toContain(`:${port} `);
      expect(await ask(second, "http://localhost:8082/")).toBeTruthy();
    } finally {
      expect(await end(second)).toBe(0);
    }
  } finally {
    expect(await end(first)).toBe(0);
  }
});

test("a small /dev/shm", async () => {
  expect(rowOf("a small /dev/shm").code).toBeNull();
  const dataDir = join(folder, "data");
  const port = await freePort();
  const environment = { DATA_DIR: dataDir, PORT: String(port), VIDEO_PORTS: `${port}-${port + 8}` };
  const prefix = within(["--mount"], "mount -t tmpfs -o size=2m none /dev/shm");
  const house = run({ program: "server", environment, prefix });
  try {
    await house.printed("Log in as");
    // The planner would use workers for every statement, however small.
    const password = (await readFile(join(dataDir, "postgres.password"), "utf8")).trim();
    const [, , , databasePort] = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
    const client = new Client(`postgresql://reelcast:${password}@127.0.0.1:${databasePort}/reelcast`);
    await client.connect();
    for (const setting of ["parallel_setup_cost = 0", "parallel_tuple_cost = 0", "min_parallel_table_scan_size = 0"])
      await client.query(`alter database reelcast set ${setting}`);
    await client.query("alter database reelcast set work_mem = '64MB'");
    await client.end();
    const check = await run({ program: ["ledger", "check", "--full"], environment: { DATA_DIR: dataDir } }).ended;
    expect(check).toMatchObject({ code: 0, stderr: `House "Reelcast" in ${dataDir}\n` });
    expect(check.stdout).toContain("Every invariant holds");
  } finally {
    expect(await end(house)).toBe(0);
  }
});
