/** `house backup` of a house in play, and `house restore` into a new data folder: the same players, money and histories. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { type Account, TestServer } from "../testServer.ts";
import { run } from "./run.ts";
import { expectRefused } from "./startsTable.ts";

let folder: string;
let house: TestServer;
let file: string;
let head: string;
let seated: Account;
let left: Account;
let before: { seated: string; left: string; balances: number[] };

const restore = (dataDir: string, from = file) =>
  run({ program: ["restore", from, "--by", "ayse"], environment: { DATA_DIR: dataDir } });

/** Sessions and transactions as the player sees them. */
async function historyOf(url: string, token: string): Promise<string> {
  const answers = await Promise.all(
    ["sessions", "transactions"].map(async (what) => {
      const answer = await fetch(`${url}/api/v1/player/${what}`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      // An open session's time goes on.
      return (await answer.text()).replaceAll(/"played":\d+/g, "");
    }),
  );
  return answers.join("\n");
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-backup-"));
  file = join(folder, "house.backup");
  house = await TestServer.open({ HAND_PAY_SECONDS: "0" });
  await writeFile(join(house.dataDir, "staff.key"), `${Buffer.alloc(32, 7).toString("base64url")}\n`, { mode: 0o600 });
  [seated, left] = [await house.addPlayer(), await house.addPlayer()];
  const other = await PlayerClient.of(house.url, left).game();
  await other.init(1);
  await other.cashIn(100_00);
  await other.press("play");
  await expect.poll(() => other.request("leave", {}).catch(() => null), { timeout: 30_000 }).not.toBeNull();
  const game = await PlayerClient.of(house.url, seated).game();
  await game.init(2);
  await game.cashIn(200_00);
  await house.cli("player", "credit", left.username, "5.00", "--why", "test", "--by", "ayse");
  head = /Head: (\S+)/.exec((await house.cli("audit", "verify")).stdout)?.[1] ?? "";
  before = {
    seated: await historyOf(house.url, seated.token),
    left: await historyOf(house.url, left.token),
    balances: [await PlayerClient.of(house.url, seated).balance(), await PlayerClient.of(house.url, left).balance()],
  };
  const { code, stdout, stderr } = await house.command("backup", file, "--by", "ayse");
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/house\.backup: the house of .+ SHA-256 [0-9a-f]{64}\./);
  expect(stdout).toContain("It has the key of the staff's secrets");
  // What comes later is not in it.
  await house.cli("player", "credit", seated.username, "77.00", "--why", "later", "--by", "ayse");
  game.close();
});
test.afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

test("a backup of a house in play, restored into a new folder, is that house", async () => {
  const dataDir = join(folder, "restored");
  const restored = await restore(dataDir).ended;
  expect(restored, restored.stderr).toMatchObject({ code: 0, stderr: `New house in ${dataDir}\n` });
  expect(restored.stdout).toContain(`into DATA_DIR ${dataDir}`);
  expect(restored.stdout).toContain("Every invariant holds");
  expect(restored.stdout).toContain("The audit log is whole");
  const key = await readFile(join(dataDir, "staff.key"), "utf8");
  expect(key).toBe(await readFile(join(house.dataDir, "staff.key"), "utf8"));
  expect((await stat(join(dataDir, "staff.key"))).mode & 0o777).toBe(0o600);

  const copy = await TestServer.create({ HAND_PAY_SECONDS: "0" }, dataDir);
  try {
    await copy.start();
    // Their logins from before the backup was restored.
    expect(await historyOf(copy.url, left.token)).toBe(before.left);
    expect(await historyOf(copy.url, seated.token)).toBe(before.seated);
    const players = await Promise.all(
      [seated, left].map((one) => PlayerClient.login(copy.url, one.username, one.password)),
    );
    expect(await Promise.all(players.map((player) => player.balance()))).toEqual(before.balances);
    // The seat with its credit, which a host of the new process has taken.
    const game = await players[0]?.game();
    expect(await game?.init(2)).toMatchObject({ session: { resumed: true }, meters: { credit: 200_00 } });
    await game?.request("leave", {});
    expect(await players[0]?.balance()).toBe((before.balances[0] ?? 0) + 200_00);
    const check = await copy.cli("ledger", "check", "--full");
    expect(check, check.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining("Every invariant holds.") });
    expect(await copy.cli("audit", "verify", "--expect", head)).toMatchObject({ code: 0 });
    const acts = await copy.cli("audit", "list", "--act", "house");
    expect(acts.stdout).toMatch(/house\.start[^]+house\.restore[^]+house\.backup/);
    const again = await restore(dataDir).ended;
    expect(again).toMatchObject({ code: 2, stdout: "" });
    expect(again.stderr).toMatch(/^DATA_DIR .+ is not empty, it has [^\n]+nothing was changed\.\n$/);
  } finally {
    await copy.stop();
  }
});

test("a restore that is killed leaves no house: no start takes it for one, and the next restore begins again", async () => {
  const dataDir = join(folder, "killed");
  const killed = restore(dataDir);
  await expect.poll(() => existsSync(join(dataDir, "restore.unfinished")), { intervals: [5] }).toBe(true);
  killed.child.kill("SIGKILL");
  await killed.ended;
  for (const program of ["server", ["ledger", "check"]] as const) {
    expectRefused(
      "a restore that is killed leaves no house: no start takes it for one, and the next restore begins again",
      await run({ program, environment: { DATA_DIR: dataDir, PORT: "18190" } }).ended,
    );
  }
  const again = await restore(dataDir).ended;
  expect(again, again.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Every invariant holds") });
  expect(existsSync(join(dataDir, "restore.unfinished"))).toBe(false);
});

test("a backup to the standard output is the same file, and what is said of it comes on stderr", async () => {
  const piped = join(folder, "piped.backup");
  const environment = { DATA_DIR: house.dataDir };
  const prefix = ["bash", "-c", `"$@" > ${piped}`, "bash"];
  const { code, stdout, stderr } = await run({ program: ["backup", "-"], environment, prefix }).ended;
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/^-: the house of [^]+ SHA-256 [0-9a-f]{64}\./m);
  const bytes = await readFile(piped);
  // It may go into a terminal, a log or another computer.
  expect(stderr).toContain("The key of the staff's secrets is not in it: --key includes it.");
  const withKey = await run({ program: ["backup", "-", "--key"], environment, prefix }).ended;
  expect(withKey.stderr).toContain("It has the key of the staff's secrets");
  const [, sha256 = ""] = /\nsha256 ([0-9a-f]{64})\n$/.exec(bytes.toString("latin1")) ?? [];
  expect(stderr).toContain(sha256);
  const end = bytes.length - "\nsha256 \n".length - sha256.length;
  expect(createHash("sha256").update(bytes.subarray(0, end)).digest("hex")).toBe(sha256);
});

test("what is no whole backup, or no place for one, is one sentence and changes nothing", async () => {
  const bytes = await readFile(file);
  bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
  const damaged = join(folder, "damaged.backup");
  await writeFile(damaged, bytes);
  const dataDir = join(folder, "untouched");
  for (const from of [damaged, join(folder, "missing.backup"), join(house.dataDir, "staff.key")]) {
    const { code, stdout, stderr } = await restore(dataDir, from).ended;
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(existsSync(dataDir)).toBe(false);
  }
  const used = join(folder, "used");
  await mkdir(used);
  await writeFile(join(used, "letter.txt"), "");
  const { code, stderr } = await restore(used).ended;
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(/is not empty, it has letter\.txt/);
  expect(await readdir(used)).toEqual(["letter.txt"]);
});
