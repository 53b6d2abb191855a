/**
 * A full disk: a real small file system in a mount namespace of the server's own, which the test fills through /proc. Needs
 * root, as all CI has it.
 */
import { execFile } from "node:child_process";
import { mkdtemp, open, readFile, rm, rmdir, statfs, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "@playwright/test";
import { run } from "../../accidents/run.ts";
import type { Running } from "../../accidents/run.ts";
import { asPattern, rowOf } from "../../accidents/startsTable.ts";
import { PlayerClient, Refused } from "../../client.ts";
import type { GameClient } from "../../client.ts";
import { freePort } from "../../freePort.ts";

const MEGABYTE = 1024 * 1024;
const DISK = 170 * MEGABYTE;
const BET_CREDIT = 100_00;

interface SmallHouse {
  url: string;
  server: Running;
  /** Its lines, from the standard output or from its file. */
  log(): Promise<string[]>;
  /** Leaves that many bytes free. */
  fill(free: number): Promise<void>;
  /** As many as there were before. */
  empty(): Promise<void>;
  /** Gives the disk this size. */
  resize(bytes: number): Promise<void>;
  /** `house …` in the same namespace. */
  command(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  close(): Promise<void>;
}

/** The words of a program in the mount namespace of another process. */
const within = (pid: number | undefined) => ["nsenter", "-m", "-t", String(pid), "--"];
const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );

/** @param toFile the server's output goes to a file on the same disk */
async function openOnSmallDisk(
  variables: Record<string, string>,
  { toFile = false, size = DISK } = {},
): Promise<SmallHouse> {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-small-"));
  const port = await freePort();
  const environment = { DATA_DIR: folder, PORT: String(port), VIDEO_PORTS: `${port}-${port + 9}`, ...variables };
  const to = toFile ? ' >>"$DATA_DIR/house.log" 2>&1' : "";
  const script = `mount -t tmpfs -o size=${size},mode=755 none "$DATA_DIR" && exec "$@"${to}`;
  const server = run({ program: "server", environment, prefix: ["unshare", "-m", "sh", "-c", script, "sh"] });
  const inside = join(`/proc/${server.child.pid}/root`, folder);
  const filler = join(inside, "filler");
  const url = `http://localhost:${port}`;
  if (size === DISK) await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(200);
  return {
    url,
    server,
    async log() {
      const text = toFile ? await readFile(join(inside, "house.log"), "utf8") : server.output();
      return text.split("\n").filter((line) => line.startsWith("{"));
    },
    async fill(free) {
      const { bavail, bsize } = await statfs(inside);
      const file = await open(filler, "a");
      try {
        const block = Buffer.alloc(64 * 1024, 1);
        for (let left = bavail * bsize - free; left > 0; left -= block.length)
          await file.write(block, 0, Math.min(left, block.length));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => truncate(filler),
    async resize(bytes) {
      const [program, ...words] = [...within(server.child.pid), "mount", "-o", `remount,size=${bytes}`, folder];
      await promisify(execFile)(program ?? "", words);
    },
    command: (...words) => run({ program: words, environment, prefix: within(server.child.pid) }).ended,
    async close() {
      if (server.child.exitCode === null) server.child.kill("SIGTERM");
      await server.ended;
      // The file system is gone with its namespace.
      await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }));
    },
  };
}

const codeOf = (request: Promise<unknown>): Promise<number | null> =>
  request.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return error.code;
      throw error;
    },
  );
/** Presses until the answer is this one. @param code null: accepted */
const pressUntil = (game: GameClient, code: number | null) =>
  expect.poll(() => codeOf(game.press("play")), { timeout: 30_000 }).toBe(code);

async function sitDown(house: SmallHouse, username: string, machine: number) {
  const player = await PlayerClient.login(house.url, username);
  const game = await player.game();
  await game.init(machine);
  return { player, game };
}
const metricOf = async (house: SmallHouse, name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await (await fetch(`${house.url}/metrics`)).text())?.[1]);

interface Line {
  level: number;
  /** Of the clock, milliseconds. */
  time: number;
  msg: string;
  machineId?: number;
  route?: string;
  method?: string;
  effect?: string;
  err?: { code?: string };
}
/** Less than the logger's minute: its clock is another one. */
const ALMOST_A_MINUTE_MS = 59_000;

/** Of each kind of warning and error one line a minute, and none too long. */
function expectFewLines(lines: readonly string[]): void {
  const last = new Map<string, number>();
  for (const line of lines) {
    const { level, time, msg, machineId, route, method, effect, err } = JSON.parse(line) as Line;
    if (level < 40) continue;
    const kind = JSON.stringify([msg, err?.code, machineId, route, method, effect]);
    expect(time - (last.get(kind) ?? -Infinity), kind).toBeGreaterThan(ALMOST_A_MINUTE_MS);
    expect(line.length, kind).toBeLessThan(5_000);
    last.set(kind, time);
  }
  expect(last.size).toBeLessThan(30);
}

test("below the reserve new games, deposits and seats are refused, players cash out, and play goes on by itself", async () => {
  const house = await openOnSmallDisk({ DISK_RESERVE_MB: "24" });
  try {
    const { player, game } = await sitDown(house, "demo1", 1);
    const other = await (await PlayerClient.login(house.url, "demo2")).game();
    await game.cashIn(BET_CREDIT);
    await pressUntil(game, null);
    await house.fill(16 * MEGABYTE);
    await pressUntil(game, ErrorCode.NewPlayPaused);
    expect(await codeOf(game.cashIn(BET_CREDIT))).toBe(ErrorCode.NewPlayPaused);
    expect(await codeOf(other.init(2))).toBe(ErrorCode.NewPlayPaused);
    expect(await metricOf(house, "reelcast_space_level")).toBe(2);
    expect(await metricOf(house, "reelcast_disk_free_bytes")).toBeLessThan(24 * MEGABYTE);
    // The last game may be running; a win is taken.
    await expect
      .poll(
        async () => {
          await game.press("take").catch(() => {});
          return codeOf(game.cashOut());
        },
        { timeout: 30_000 },
      )
      .toBe(null);
    const balance = await player.balance();
    await house.empty();
    await expect.poll(() => codeOf(game.cashIn(BET_CREDIT)), { timeout: 30_000 }).toBe(null);
    await pressUntil(game, null);
    expect(balance).toBeGreaterThan(0);
    expect((await house.command("ledger", "check")).stdout).toContain("Every invariant holds");
    expectFewLines(await house.log());
  } finally {
    await house.close();
  }
});

test("a disk that is full, with the log on it, ends nothing: few lines, and all is there when there is space again", async () => {
  const house = await openOnSmallDisk({ DISK_RESERVE_MB: "0" }, { toFile: true });
  try {
    const seats = [await sitDown(house, "demo1", 1), await sitDown(house, "demo2", 2)];
    for (const { game } of seats) {
      await game.cashIn(BET_CREDIT);
      await pressUntil(game, null);
    }
    await house.fill(0);
    // Games go on until the database finds out; then it is believed.
    const refusals = new Set<number | null>();
    await expect
      .poll(
        async () => {
          await house.fill(0);
          for (const { game } of seats) refusals.add(await codeOf(game.press("play")));
          return refusals.has(ErrorCode.NewPlayPaused) || refusals.has(ErrorCode.ServiceUnavailable);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await house.empty();
    for (const { game } of seats) await pressUntil(game, null);
    // Nothing that was acknowledged is lost.
    expect((await house.command("ledger", "check")).stdout).toContain("Every invariant holds");
    expect(house.server.child.exitCode).toBe(null);
    expectFewLines(await house.log());
  } finally {
    await house.close();
  }
});

test("a first start on a disk that is too small is tried again, and opens the house once there is space", async () => {
  const house = await openOnSmallDisk({ DISK_RESERVE_MB: "16" }, { size: 20 * MEGABYTE });
  try {
    const row = rowOf(
      "a first start on a disk that is too small is tried again, and opens the house once there is space",
    );
    expect(row.code).toBeNull();
    await house.server.printed(asPattern(row.sentence ?? ""));
    await house.resize(DISK);
    await expect.poll(() => isReady(house.url), { timeout: 60_000 }).toBe(200);
    expect((await house.command("ledger", "check")).stdout).toContain("Every invariant holds");
    expectFewLines(await house.log());
  } finally {
    await house.close();
  }
});

test("a first start on a disk without a free inode is tried again, and makes its database in a mounted folder", async () => {
  test.setTimeout(90_000);
  const folder = await mkdtemp(join(tmpdir(), "reelcast-inodes-"));
  const port = await freePort();
  const environment = { DATA_DIR: folder, PORT: String(port), VIDEO_PORTS: `${port}-${port + 9}` };
  // One inode for the folder itself, and two for what is in it.
  const script = `mount -t tmpfs -o nr_inodes=3,mode=755 none "$DATA_DIR" && mkdir "$DATA_DIR/postgres" && touch "$DATA_DIR/filler" &&
    mount -t tmpfs -o size=170m,mode=755 none "$DATA_DIR/postgres" && exec "$@"`;
  const server = run({ program: "server", environment, prefix: ["unshare", "-m", "sh", "-c", script, "sh"] });
  try {
    await server.printed("the disk is full: the start is tried again until there is space");
    await promisify(execFile)("nsenter", [
      ...within(server.child.pid).slice(1),
      "mount",
      "-o",
      "remount,nr_inodes=1000",
      folder,
    ]);
    await expect.poll(() => isReady(`http://localhost:${port}`), { timeout: 60_000 }).toBe(200);
  } finally {
    server.child.kill();
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
});
