/**
 * Starts that can't succeed, and ends: each test is a row of the table "Starts and ends" in docs/operating.md, which has the exit code
 * and the sentence.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { freePort } from "../freePort.ts";
import { TEMPLATE_VARIABLE } from "../testServer.ts";
import { run } from "./run.ts";
import type { Running } from "./run.ts";
import { asPattern, expectRefused, rowOf } from "./startsTable.ts";

/** Of no login on most systems. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** A user who may do nothing special: this one, or another one if that is root. */
const AS_USER = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
/** RFC 5737: no computer has it. */
const NOT_OURS = "192.0.2.7";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-starts-"));
  await chmod(folder, 0o755);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder below that of the tests, for the user of AS_USER. */
async function userFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  if (isRoot) await chown(path, NOBODY, NOBODY);
  return path;
}
/** What only another user may read: of root, or without any right. */
async function lockedFile(path: string, kind: "file" | "folder" = "file"): Promise<string> {
  if (kind === "file") await writeFile(path, "secret");
  else await mkdir(path);
  await chmod(path, 0);
  return path;
}
const contentsOf = async (path: string) => (await readdir(path).catch((): string[] => [])).toSorted();

let folders = 0;
interface Refusal {
  title: string;
  environment: Record<string, string>;
  prefix?: readonly string[];
}
/** The start ends as its row says, and makes nothing in the folder of the tests. */
async function refuses(...refusals: Refusal[]): Promise<void> {
  const made = join(await userFolder(`refused-${(folders += 1)}`), "new");
  const looked = [join(made, ".."), ...refusals.flatMap(({ environment }) => environment["DATA_DIR"] ?? [])];
  const contents = () => Promise.all(looked.map(contentsOf));
  const before = await contents();
  const ends = refusals.map(async ({ title, environment, prefix }) => {
    const variables = { PORT: String(await freePort()), DATA_DIR: made, ...environment };
    expectRefused(title, await run({ program: "server", environment: variables, ...(prefix ? { prefix } : {}) }).ended);
  });
  await Promise.all(ends);
  expect(await contents()).toEqual(before);
}

test("data folders that can't be used", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const closed = join(folder, "closed");
  await mkdir(closed);
  await chmod(closed, 0o555);
  const prefix = AS_USER;
  await refuses(
    { title: "DATA_DIR is a file", environment: { DATA_DIR: file } },
    { title: "a folder above DATA_DIR is a file", environment: { DATA_DIR: join(file, "data") } },
    { title: "DATA_DIR belongs to another user", environment: { DATA_DIR: closed }, prefix },
    { title: "DATA_DIR can't be made", environment: { DATA_DIR: join(closed, "deep/er") }, prefix },
    { title: "the name of DATA_DIR is too long", environment: { DATA_DIR: join(folder, "n".repeat(300)) } },
  );
});

test("parts of a data folder that can't be read", async () => {
  const parts = {
    "Settings.json": "file",
    "staff.key": "file",
    "token.key": "file",
    "postgres.password": "file",
    postgres: "folder",
    pictures: "folder",
  } as const;
  const refusals: Refusal[] = [];
  for (const [name, kind] of Object.entries(parts)) {
    const dataDir = await userFolder(`with-${name}`);
    await lockedFile(join(dataDir, name), kind);
    const environment = { DATA_DIR: dataDir, CONSOLE_PORT: String(await freePort()) };
    refusals.push({ title: "a file in DATA_DIR belongs to another user", environment, prefix: AS_USER });
  }
  const title = "a named file can't be read";
  const key = await lockedFile(join(folder, "key"));
  const metrics = await lockedFile(join(folder, "metrics"), "folder");
  const named = { STAFF_KEY_FILE: key, CONSOLE_PORT: String(await freePort()) };
  refusals.push({ title, environment: named, prefix: AS_USER });
  refusals.push({ title, environment: { BACKUP_METRICS_DIR: metrics }, prefix: AS_USER });
  await refuses(...refusals);
});

test("addresses and ports that can't be used", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  try {
    await expect.poll(() => other.listening).toBe(true);
    const taken = String((other.address() as AddressInfo).port);
    // A low port that no system gives to users.
    const [start = ""] = (await readFile("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8")).split("\n");
    expect(Number(start)).toBeGreaterThan(80);
    await refuses(
      { title: "PORT is not permitted", environment: { PORT: "80" }, prefix: AS_USER },
      { title: "PORT is in use", environment: { PORT: taken } },
      { title: "METRICS_PORT is in use", environment: { METRICS_PORT: taken } },
      { title: "HOST is the address of another computer", environment: { HOST: NOT_OURS, DEMO: "0" } },
      { title: "HOST is no name", environment: { HOST: "no-such-name.invalid", DEMO: "0" } },
      {
        title: "VIDEO_BIND_ADDRESS is the address of another computer",
        environment: { VIDEO_BIND_ADDRESS: NOT_OURS },
      },
    );
  } finally {
    other.close();
  }
});

test("a command on the folder of another user", async () => {
  const dataDir = join(folder, "of-root");
  await mkdir(dataDir);
  await lockedFile(join(dataDir, "postgres.password"));
  await chmod(dataDir, 0o555);
  const environment = { DATA_DIR: dataDir };
  const ended = await run({ program: ["ledger", "check"], environment, prefix: AS_USER }).ended;
  expectRefused("a command on the folder of another user", ended);
  expect(await readdir(dataDir)).toEqual(["postgres.password"]);
});

// ——— ends ———

/** Processes whose command line names the folder: its database. */
async function left(dataDir: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,args="]);
  return stdout.split("\n").filter((row) => row.includes(`${dataDir}/postgres`));
}
/** The media process of a server, by its parent. */
async function mediaOf({ child }: Running): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  const row = stdout
    .split("\n")
    .find((one) => one.trim().split(/\s+/)[1] === String(child.pid) && /media\/main/.test(one));
  return Number(row?.trim().split(/\s+/)[0]);
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** In the folder of that name, which is a seeded one if there is a template. */
async function startServer(
  name: string,
  { isNew = false, prefix = [] }: { isNew?: boolean; prefix?: string[] } = {},
): Promise<Running & { dataDir: string; url: string }> {
  const port = await freePort();
  const dataDir = join(folder, name);
  const template = process.env[TEMPLATE_VARIABLE];
  if (template && !isNew && !existsSync(dataDir)) await promisify(execFile)("cp", ["-a", template, dataDir]);
  const environment = { DATA_DIR: dataDir, PORT: String(port), VIDEO_PORTS: `${port}-${port + 8}` };
  return {
    ...run({ program: "server", environment, prefix, ownGroup: true }),
    dataDir,
    url: `http://localhost:${port}`,
  };
}
const readiness = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => null,
  );
/** Lines of the log of level warning and above. */
const warnings = (output: string) => output.split("\n").filter((line) => /^\{"level":[456]0/.test(line));

test("a house that nobody reads, and that is signalled, goes on until it has ended in order", async () => {
  const title = "a signal to the whole group ends the house in order";
  const house = await startServer("signals", { prefix: ["prlimit", "--nofile=1024:1024"] });
  await house.printed(asPattern(rowOf("the limit of open files is too low").sentence ?? ""));
  // Its reader ends: the house goes on, and says nothing more.
  expect(rowOf("the reader of its output ends").code).toBeNull();
  house.child.stdout?.destroy();
  expect((await fetch(`${house.url}/api/v1/nothing`)).status).toBe(404);
  await expect.poll(() => readiness(house.url)).toBe(200);

  const command = run({ program: ["audit", "list"], environment: { DATA_DIR: house.dataDir } });
  command.child.stdout?.destroy();
  const { code, stderr } = await command.ended;
  expect({ code, stderr }).toEqual({
    code: rowOf("the reader of a command's output ends").code,
    stderr: `House "Reelcast" in ${house.dataDir}\n`,
  });

  const media = await mediaOf(house);
  expect(isAlive(media)).toBe(true);
  house.child.kill("SIGHUP");
  const ended = await house.ended;
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: rowOf(title).code, stderr: "" });
  expect(await left(house.dataDir)).toEqual([]);
  await expect.poll(() => isAlive(media)).toBe(false);

  expect(rowOf("Ctrl+C twice").code).toBe(0);
  for (const signals of [["SIGTERM"], ["SIGINT", "SIGINT"]] as const) {
    const again = await startServer("signals");
    await again.printed("Log in as");
    const before = again.output().length;
    for (const signal of signals) process.kill(-(again.child.pid ?? 0), signal);
    const end = await again.ended;
    expect({ signals, code: end.code, warnings: warnings(again.output().slice(before)) }).toEqual({
      signals,
      code: 0,
      warnings: [],
    });
    expect(await left(house.dataDir)).toEqual([]);
  }
});

test("a signal during the first start", async () => {
  const house = await startServer("early", { isNew: true });
  // Written just before the database is made. The files of that time are gone too soon to be seen for sure.
  const files = () => contentsOf(house.dataDir);
  await expect.poll(files, { intervals: [10] }).toContain("postgres.house.password");
  process.kill(-(house.child.pid ?? 0), "SIGQUIT");
  const { code, stdout, stderr } = await house.ended;
  expect({ code, stderr, warnings: warnings(stdout) }).toEqual({
    code: rowOf("a signal during the first start").code,
    stderr: "",
    warnings: [],
  });
  expect(await left(house.dataDir)).toEqual([]);
  expect(await contentsOf(house.dataDir)).not.toContain("postgres.new");
});
