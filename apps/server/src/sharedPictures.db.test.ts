/** Pictures of the operator at two processes, each with a folder of its own, on one database. */
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SEED_BRANDS, SKINS } from "@reelcast/machine";
import fastify from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installErrors } from "./edge/http/errors.ts";
import { shareFiles } from "./edge/http/files.ts";
import { staticFiles } from "./edge/http/static.ts";
import { drawPictures } from "./pictures.ts";
import { openFolderKey } from "./folderKey.ts";
import { changesBetween, sharePictures } from "./sharedPictures.ts";
import { createTestDatabase } from "./storage/testing/index.ts";
import type { TestDatabase } from "./storage/testing/index.ts";

const log = pino({ level: "silent" });
const folderLog = { warn: vi.fn() };
let database: TestDatabase;
let root: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folderLog.warn.mockClear();
  root = await mkdtemp(join(tmpdir(), "reelcast-pictures-"));
});
afterEach(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

/** The pictures of an edge: a folder, and what it answers browsers. */
async function openEdge(name: string) {
  const dataDir = join(root, name);
  const folder = join(dataDir, "pictures");
  for (const kind of ["machines", "brands", "symbols"]) await mkdir(join(folder, kind), { recursive: true });
  let changes = 0;
  const pictures = sharePictures({
    db: database.db,
    log,
    folder,
    folderKey: await openFolderKey(database.db, dataDir, folderLog),
    onChange: async () => void (changes += 1),
  });
  const app = fastify();
  installErrors(app);
  shareFiles(app);
  await app.register(staticFiles({ app: join(root, "app"), pictures: folder, language: () => "tr" }));
  return {
    dataDir,
    folder,
    bring: pictures.bring,
    changes: () => changes,
    drop: (path: string, text: string) => writeFile(join(folder, path), text),
    remove: (path: string) => rm(join(folder, path)),
    async get(path: string) {
      const { statusCode, body, headers } = await app.inject(`/${path}`);
      return { status: statusCode, body: statusCode === 200 ? body : "", etag: headers.etag };
    },
  };
}

it("a picture that is placed, replaced or removed at one edge is so at the other", async () => {
  const [one, other] = [await openEdge("one"), await openEdge("other")];
  const both = async () => {
    for (const edge of [one, other, one]) await edge.bring();
  };
  await both();
  await one.drop("machines/own.png", "first");
  await both();
  expect(await other.get("machines/own.png")).toEqual(await one.get("machines/own.png"));
  expect(await other.get("machines/own.png")).toMatchObject({ status: 200, body: "first" });
  await other.drop("machines/own.png", "second");
  await one.drop("brands/house.png", "a brand");
  await both();
  await both();
  for (const edge of [one, other]) {
    expect((await edge.get("machines/own.png")).body).toBe("second");
    expect((await edge.get("brands/house.png")).body).toBe("a brand");
  }
  await one.remove("machines/own.png");
  await both();
  expect((await other.get("machines/own.png")).status).toBe(404);
  const before = one.changes();
  await both();
  expect(one.changes()).toBe(before);
  expect(await database.db.selectFrom("pictures").select("name").execute()).toEqual([{ name: "house.png" }]);
});

it("a new process has them from the database, and its older copies do not come back", async () => {
  const one = await openEdge("one");
  await one.drop("machines/own.png", "newest");
  await one.drop("machines/gone.png", "gone");
  await one.bring();
  await one.remove("machines/gone.png");
  await one.bring();
  const fresh = await openEdge("fresh");
  await fresh.drop("machines/own.png", "an old copy");
  await fresh.drop("machines/added.png", "only here");
  await fresh.bring();
  await one.bring();
  expect((await fresh.get("machines/own.png")).body).toBe("newest");
  expect((await one.get("machines/own.png")).body).toBe("newest");
  expect((await one.get("machines/added.png")).body).toBe("only here");
  expect((await fresh.get("machines/gone.png")).status).toBe(404);
});

it("a folder on a database that has lost them puts them back", async () => {
  const one = await openEdge("one");
  await one.drop("machines/own.png", "here");
  await one.bring();
  await database.owner.deleteFrom("pictures").execute();
  await database.owner.deleteFrom("picture_folders").execute();
  await one.bring();
  expect((await one.get("machines/own.png")).body).toBe("here");
  expect(await database.db.selectFrom("pictures").select("name").execute()).toEqual([{ name: "own.png" }]);
});

const storedNames = async () =>
  (await database.db.selectFrom("pictures").select("name").orderBy("name").execute()).map(({ name }) => name);

it("a copied folder is one of its own, and neither deletes what the other stores", async () => {
  const one = await openEdge("one");
  await one.drop("machines/own.png", "first");
  await one.bring();
  await cp(one.dataDir, join(root, "copy"), { recursive: true });
  expect(folderLog.warn).not.toHaveBeenCalled();
  const copy = await openEdge("copy");
  expect(folderLog.warn).toHaveBeenCalledExactlyOnceWith(
    { folder: copy.dataDir },
    expect.stringMatching(/^the data folder is a copy of another one/),
  );
  await copy.bring();
  await one.drop("machines/new.png", "of the original");
  await one.bring();
  await copy.bring();
  await copy.drop("machines/other.png", "of the copy");
  await copy.bring();
  await one.bring();
  expect(await storedNames()).toEqual(["new.png", "other.png", "own.png"]);
  for (const edge of [one, copy]) expect((await readdir(join(edge.folder, "machines"))).length).toBe(3);
  // Both are known now: also a copy that is used while the original has ended.
  for (const name of ["one", "copy"]) await openEdge(name);
  expect(folderLog.warn).toHaveBeenCalledTimes(1);
});

it("a folder that is moved stays the same, and one that is restored deletes nothing", async () => {
  const one = await openEdge("one");
  await one.drop("machines/own.png", "first");
  await one.bring();
  await cp(one.dataDir, join(root, "backup"), { recursive: true });
  await one.drop("machines/new.png", "after the backup");
  await one.bring();
  await rename(one.dataDir, join(root, "moved"));
  const moved = await openEdge("moved");
  await moved.remove("machines/own.png");
  await moved.bring();
  expect(await storedNames()).toEqual(["new.png"]);
  expect(folderLog.warn).not.toHaveBeenCalled();
  await rm(moved.dataDir, { recursive: true });
  await rename(join(root, "backup"), moved.dataDir);
  const restored = await openEdge("moved");
  expect(folderLog.warn).toHaveBeenCalledTimes(1);
  await restored.bring();
  expect(await storedNames()).toEqual(["new.png", "own.png"]);
  expect((await restored.get("machines/new.png")).body).toBe("after the backup");
});

it("of two copies that an earlier version knew by one id, only the first takes what that had in common", async () => {
  const one = await openEdge("one");
  await one.drop("machines/own.png", "first");
  await one.bring();
  await cp(one.dataDir, join(root, "copy"), { recursive: true });
  const id = await readFile(join(one.dataDir, "folder.id"), "utf8");
  await database.db.updateTable("picture_folders").set({ folder: id }).execute();
  const again = await openEdge("one");
  expect(folderLog.warn).not.toHaveBeenCalled();
  await again.remove("machines/own.png");
  await again.bring();
  expect(await storedNames()).toEqual([]);
  await (await openEdge("copy")).bring();
  expect(folderLog.warn).toHaveBeenCalledTimes(1);
  expect(await storedNames()).toEqual(["own.png"]);
});

it("what is drawn, what is too large and what is no picture's name stays in its folder", async () => {
  const one = await openEdge("one");
  const [first] = SKINS;
  // All but one are there, empty: drawing them takes long.
  for (const { key } of SKINS.slice(1)) await one.drop(`machines/${key}.png`, "");
  for (const { key } of SEED_BRANDS) await one.drop(`brands/${key}.png`, "");
  await drawPictures(one.folder, log);
  await one.drop("machines/large.png", "x".repeat(4 * 1024 * 1024 + 1));
  await one.drop("machines/.hidden.png", "hidden");
  await one.bring();
  expect(await database.db.selectFrom("pictures").select("name").execute()).toEqual([]);
  expect((await one.get(`machines/${first?.key}.png`)).status).toBe(200);
  expect((await one.get("machines/large.png")).status).toBe(200);
  // The operator's own in the place of a drawn one, and its copies.
  const other = await openEdge("other");
  await writeFile(
    join(one.folder, `machines/${first?.key}.png`),
    await readFile(join(one.folder, `symbols/${(await readdir(join(one.folder, "symbols")))[0]}`)),
  );
  await one.bring();
  await other.bring();
  expect(await database.db.selectFrom("pictures").select("name").execute()).toEqual([{ name: `${first?.key}.png` }]);
  expect((await stat(join(other.folder, `machines/${first?.key}.png`))).size).toBeGreaterThan(0);
});

it.each([
  ["a change here is stored", { a: "1" }, { a: "2" }, { a: "1" }, { store: ["a"] }],
  ["a change there is written", { a: "1" }, { a: "1" }, { a: "2" }, { write: ["a"] }],
  ["both have changed: the one that was just placed here", { a: "1" }, { a: "2" }, { a: "3" }, { store: ["a"] }],
  ["both have changed to the same", { a: "1" }, { a: "2" }, { a: "2" }, {}],
  ["removed here", { a: "1" }, {}, { a: "1" }, { forget: ["a"] }],
  ["removed there", { a: "1" }, { a: "1" }, {}, { remove: ["a"] }],
  ["removed here and changed there", { a: "1" }, {}, { a: "2" }, { write: ["a"] }],
  ["changed here and removed there", { a: "1" }, { a: "2" }, {}, { store: ["a"] }],
  ["removed at both", { a: "1" }, {}, {}, {}],
  ["a new folder: the database's", null, { a: "2", b: "1" }, { a: "3", c: "1" }, { store: ["b"], write: ["a", "c"] }],
])("%s", (_, base, here, there, expected) => {
  const of = (hashes: object) => new Map(Object.entries(hashes) as [string, string][]);
  expect(changesBetween(base && of(base), of(here), of(there))).toEqual({
    store: [],
    forget: [],
    write: [],
    remove: [],
    ...expected,
  });
});
