import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DatabaseLock } from "./databaseLock.ts";
import { takeLock, withLock } from "./lock.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-lock-"));
  file = join(folder, "server.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const free = () =>
  vi.waitFor(async () => {
    const lock = await takeLock(file);
    expect(lock).not.toBeNull();
    return lock;
  }, 5_000);

it("is held by one at a time, under whatever name, and free once it is released", async () => {
  const first = await takeLock(file);
  expect(first).not.toBeNull();
  expect(await takeLock(file)).toBeNull();
  await symlink(folder, `${folder}-link`);
  try {
    expect(await takeLock(join(`${folder}-link`, "server.lock"))).toBeNull();
  } finally {
    await rm(`${folder}-link`);
  }
  const other = await takeLock(join(folder, "database.lock"));
  await first?.release();
  const second = await takeLock(file);
  expect(second).not.toBeNull();
  await second?.release();
  await other?.release();
});

it("is free as soon as its holder was killed", async () => {
  const program = `
    const { takeLock } = await import(${JSON.stringify(new URL("./lock.ts", import.meta.url).href)});
    await takeLock(${JSON.stringify(file)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  expect(await takeLock(file)).toBeNull();
  holder.kill("SIGKILL");
  await (await free())?.release();
});

it("stays with a program that has inherited it, until that ends", async () => {
  const lock = await takeLock(file);
  const heir = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", lock?.fd] });
  await lock?.release();
  expect(await takeLock(file)).toBeNull();
  heir.kill();
  await (await free())?.release();
});

it("of a folder that was moved away does not count for the new folder in its place", async () => {
  const lock = await takeLock(file);
  await rename(folder, `${folder}-old`);
  try {
    await mkdir(folder);
    const other = await takeLock(file);
    expect(other).not.toBeNull();
    expect(await takeLock(join(`${folder}-old`, "server.lock"))).toBeNull();
    await other?.release();
  } finally {
    await lock?.release();
    await rm(`${folder}-old`, { recursive: true });
  }
});

it("lets those that wait work one after another, and refuses one that waits too long", async () => {
  let working = 0;
  const most = await Promise.all(
    Array.from({ length: 6 }, () =>
      withLock(file, 30_000, async () => {
        working += 1;
        const now = working;
        await promisify(execFile)("true");
        working -= 1;
        return now;
      }),
    ),
  );
  expect(most).toEqual([1, 1, 1, 1, 1, 1]);
  const lock = await takeLock(file);
  await expect(withLock(file, 1, () => Promise.resolve())).rejects.toThrow("holding the lock");
  await lock?.release();
  await withLock(file, 30_000, () => Promise.resolve());
});

it.runIf(platform() === "linux")("is refused with one sentence where the program for it is missing", async () => {
  const usual = process.env["PATH"];
  process.env["PATH"] = folder;
  try {
    await expect(takeLock(file)).rejects.toThrow(
      /server\.lock can't be locked, .*: the program flock .* is missing\.$/,
    );
  } finally {
    process.env["PATH"] = usual;
  }
});

it("is never taken on what a link leads to", async () => {
  const elsewhere = join(folder, "elsewhere");
  await symlink(elsewhere, file);
  await expect(takeLock(file)).rejects.toThrow("ELOOP");
  expect(await readdir(folder)).toEqual(["server.lock"]);
});

it("of a database that is there does not go with its lock file", async () => {
  const database = join(folder, "postgres");
  const before = await DatabaseLock.take(file, database);
  expect(before?.fds).toHaveLength(1);
  await mkdir(database);
  await writeFile(join(database, "PG_VERSION"), "18\n");
  expect(await before?.cover()).toBe(true);
  await rm(file);
  expect(await DatabaseLock.take(file, database)).toBeNull();
  await before?.release();
  const after = await DatabaseLock.take(file, database);
  expect(after?.fds).toHaveLength(2);
  await after?.release();
  expect(await readFile(join(database, "PG_VERSION"), "utf8")).toBe("18\n");
});
