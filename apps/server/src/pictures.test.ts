/** Pictures on the disk: what is missing is drawn, and each has copies in the sizes that are shown. */
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SEED_BRANDS, SKINS } from "@reelcast/machine";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drawPictures, drawnPictures } from "./pictures.ts";

const log = pino({ level: "silent" });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-pictures-"));
  for (const [kind, keys] of [
    ["machines", SKINS],
    ["brands", SEED_BRANDS],
  ] as const) {
    await mkdir(join(folder, kind), { recursive: true });
    // All but the first are there, empty: drawing them takes long.
    await Promise.all(keys.slice(1).map(({ key }) => writeFile(join(folder, kind, `${key}.png`), "")));
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("a picture is drawn, and copied as WebP in two widths; what can't be read is left alone", async () => {
  const key = SKINS[0]?.key ?? "";
  await writeFile(join(folder, "machines/broken.png"), "no picture");
  await drawPictures(folder, log);
  const names = (await readdir(join(folder, "machines"))).filter((name) => name.endsWith(".webp"));
  expect(names.toSorted()).toEqual([`${key}.png.240.webp`, `${key}.png.480.webp`]);
  const bytes = async (name: string) => (await stat(join(folder, "machines", name))).size;
  expect(await bytes(`${key}.png.480.webp`)).toBeLessThan((await bytes(`${key}.png`)) / 2);
  expect(await bytes(`${key}.png.240.webp`)).toBeLessThan(await bytes(`${key}.png.480.webp`));
});

it("a picture that the operator replaces is copied again", async () => {
  const own = join(folder, "machines/own.png");
  const [first] = SEED_BRANDS;
  await drawPictures(folder, log);
  await writeFile(own, await readFile(join(folder, `brands/${first?.key}.png`)));
  await drawPictures(folder, log);
  const copy = `${own}.240.webp`;
  const { mtimeMs } = await stat(copy);
  await drawPictures(folder, log);
  expect((await stat(copy)).mtimeMs).toBe(mtimeMs);
  const later = new Date(Date.now() + 60_000);
  await utimes(own, later, later);
  await drawPictures(folder, log);
  expect((await stat(copy)).mtimeMs).toBeGreaterThan(mtimeMs);
  await rm(own);
  await drawPictures(folder, log);
  expect((await readdir(join(folder, "machines"))).filter((name) => name.startsWith("own."))).toEqual([]);
});

it("a picture is in the list of the drawn ones before it is in the folder", async () => {
  const drawing = new AbortController();
  const drawn = drawPictures(folder, log).finally(() => drawing.abort());
  const unknown = new Set<string>();
  const path = `brands/${SEED_BRANDS[0]?.key}.png`;
  while (!drawing.signal.aborted) {
    const there = await readFile(join(folder, path)).catch(() => null);
    if (there !== null && !(await drawnPictures(folder)).has(path)) unknown.add(path);
  }
  await drawn;
  expect((await drawnPictures(folder)).has(path)).toBe(true);
  expect([...unknown]).toEqual([]);
});
