/** Root and another user on one data folder: no file gets another owner. Needs root. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { ROOT, run } from "../../accidents/run.ts";
import type { RunOptions } from "../../accidents/run.ts";
import { expectRefused as expectRow } from "../../accidents/startsTable.ts";
import { TestServer } from "../../testServer.ts";

const execute = promisify(execFile);
/** Of no account, as in many containers. */
const USER = 31_337;
const asUser = ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups", "--"];

let house: TestServer;
test.beforeEach(async () => {
  house = await TestServer.open();
  await house.stop();
  const { mode } = await stat(ROOT);
  expect(mode & 0o005, "other users must be able to read the program").toBe(0o005);
});
test.afterEach(() => house.close());

const give = (to: number, path = house.dataDir) => execute("chown", ["-R", `${to}:${to}`, path]);
/** Files that are not the user's. */
const others = async (uid: number) => (await execute("find", [house.dataDir, "!", "-uid", String(uid)])).stdout;

const start = (prefix: readonly string[] = []): RunOptions => ({
  program: "server",
  environment: { DATA_DIR: house.dataDir, PORT: String(house.port), VIDEO_PORTS: `${house.port}-${house.port + 9}` },
  prefix,
});
const check = (prefix: readonly string[] = []): RunOptions => ({
  program: ["ledger", "check"],
  environment: { DATA_DIR: house.dataDir },
  prefix,
});
async function startAndEnd(prefix: readonly string[] = [], signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const server = run(start(prefix));
  await server.printed("is open at");
  server.child.kill(signal);
  await server.ended;
}
async function expectDone(options: RunOptions): Promise<void> {
  const { code, stdout, stderr } = await run(options).ended;
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("Every invariant holds");
}
async function expectRefused(options: RunOptions, sentence: RegExp): Promise<string> {
  const { code, stdout, stderr } = await run(options).ended;
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(sentence)]);
  return stderr;
}

test("root's command and root's start on a user's folder work as that user, who goes on afterwards", async () => {
  await give(USER);
  await expectDone(check());
  expect(await others(USER)).toBe("");
  await startAndEnd();
  expect(await others(USER)).toBe("");
  // Its database runs on, and is used by root's command.
  await startAndEnd(asUser, "SIGKILL");
  await expectDone(check());
  expect(await others(USER)).toBe("");
  await expectDone(check(asUser));
});

test("what root had made wrong is said with the command that makes it right", async () => {
  await give(USER);
  await give(0, join(house.dataDir, "postgres"));
  const sentence = new RegExp(
    `^DATA_DIR .*: user ${USER} may not read or write .*/postgres, which belongs to root: run "chown -R .*" as root\\.$`,
  );
  for (const options of [start(asUser), start(), check(asUser), check()]) {
    const said = await expectRefused(options, sentence);
    if (options.program !== "server") continue;
    expect((await stat(join(house.dataDir, "postgres"))).uid).toBe(0);
    expect(said).toContain(house.dataDir);
  }
  expectRow("what root had made wrong is said with the command that makes it right", await run(check()).ended);
  const [, command = ""] = /run "(.*)" as root/.exec(await expectRefused(check(), sentence)) ?? [];
  await execute("bash", ["-c", command]);
  await expectDone(check(asUser));
});

test("a user's command and start on root's folder are refused, whether it is open to all or not", async () => {
  for (const mode of ["755", "700"]) {
    await execute("chmod", [mode, house.dataDir]);
    for (const options of [start(asUser), check(asUser)])
      await expectRefused(options, /^DATA_DIR .* belongs to root: run this as that user \(sudo -u root …\)\.$/);
  }
  expect(await others(0)).toBe("");
  await expectDone(check());
});

test("root follows no link that a user has put in the place of a file of the house", async () => {
  await give(USER);
  const outside = `${house.dataDir}-outside`;
  await writeFile(outside, "of root alone\n", { mode: 0o600 });
  try {
    for (const name of ["postgres.password", "console.port", "server.lock", "database.lock", "folder.id"]) {
      const file = join(house.dataDir, name);
      for (const target of [outside, `${outside}-missing`]) {
        const kept = await rename(file, `${file}.kept`).then(
          () => true,
          () => false,
        );
        await execute(asUser[0] ?? "", [...asUser.slice(1), "ln", "-s", target, file]);
        const said = await expectRefused(start(), /^DATA_DIR .* is a link, and root follows nothing .*$/);
        expect(said).toContain(file);
        await rm(file);
        if (kept) await rename(`${file}.kept`, file);
        expect(await readFile(outside, "utf8")).toBe("of root alone\n");
        expect(existsSync(`${outside}-missing`)).toBe(false);
      }
    }
    await expectDone(check());
    expect(await others(USER)).toBe("");
  } finally {
    await rm(outside);
  }
});
