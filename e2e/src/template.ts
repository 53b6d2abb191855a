/**
 * Makes, once for each state of the sources, a data folder of a house that has been opened with the demo seed and closed in
 * order. `TestServer.open` copies it: creating the database, its tables and the seed takes longer than most tests.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withLock } from "../../apps/server/src/storage/lock.ts";
import { TestServer, TEMPLATE_VARIABLE } from "./testServer.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "node_modules/.cache/reelcast/houses");
const COPY_WITHIN_MS = 60_000;
const SOURCES = ["apps/server/src/**/*", "packages/{contract,machine}/src/**/*.ts", "package-lock.json"];

/** Of everything that decides what stands in a new database. The seed has dates of the day. */
async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true }))
    if (entry.isFile() && !entry.name.includes(".test.")) files.push(join(entry.parentPath, entry.name));
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** For Playwright, before all tests. */
export default async function makeTemplate(): Promise<void> {
  const folder = join(FOLDER, await fingerprint());
  if (!existsSync(folder)) {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const house = await TestServer.open();
    await house.stop();
    // Complete, or not there at all: another run may look for it meanwhile.
    const copy = `${folder}-${process.pid}`;
    // On a busy computer the database may still be writing when its server has ended.
    await withLock(join(house.dataDir, "database.lock"), COPY_WITHIN_MS, () =>
      promisify(execFile)("cp", ["-a", house.dataDir, copy]),
    );
    await house.close();
    await rename(copy, folder).catch(() => rm(copy, { recursive: true, force: true }));
  }
  process.env[TEMPLATE_VARIABLE] = folder;
}
