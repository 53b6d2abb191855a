import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rotateIfLarge } from "./postgresLog.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-log-"));
  file = join(folder, "postgres.log");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const limits = { bytes: 1_000, older: 2 };
const sizes = async () =>
  Object.fromEntries(
    await Promise.all((await readdir(folder)).map(async (name) => [name, (await stat(join(folder, name))).size])),
  ) as Record<string, number>;

it("leaves a small log alone, and one that is not there", async () => {
  await rotateIfLarge(file, limits);
  expect(existsSync(file)).toBe(false);
  await writeFile(file, "x".repeat(1_000));
  await rotateIfLarge(file, limits);
  expect(await sizes()).toEqual({ "postgres.log": 1_000 });
});

it("keeps a fixed number of older files, also of a writer that has the file open for months", async () => {
  const postgres = await open(file, "a", 0o600);
  for (let month = 1; month <= 6; month += 1) {
    await postgres.write(`${String(month).repeat(1_500)}\n`);
    await rotateIfLarge(file, limits);
  }
  await postgres.write("the latest line\n");
  await postgres.close();
  expect(await sizes()).toEqual({ "postgres.log": 16, "postgres.log.1": 1_501, "postgres.log.2": 1_501 });
  expect(await readFile(file, "utf8")).toBe("the latest line\n");
  expect((await readFile(`${file}.1`, "utf8"))[0]).toBe("6");
  expect((await readFile(`${file}.2`, "utf8"))[0]).toBe("5");
  expect((await stat(`${file}.1`)).mode & 0o777).toBe(0o600);
});

it("empties the log even if no copy of it can be made", async () => {
  await writeFile(file, "x".repeat(2_000));
  // As on a full disk: nothing can be written there.
  await mkdir(join(`${file}.1`, "in the way"), { recursive: true });
  await mkdir(join(`${file}.2`, "in the way"), { recursive: true });
  await expect(rotateIfLarge(file, limits)).resolves.toBeUndefined();
  expect((await stat(file)).size).toBe(0);
});
