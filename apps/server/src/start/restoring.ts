/**
 * A restore that has not ended leaves a mark in the data folder, so that nobody takes what is there for a house: a start would
 * make a new one in the empty database. Another restore begins again.
 */
import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { REPLACE } from "../unfollowed.ts";

const MARK = "restore.unfinished";
/** Of a file system, of the folder's locks, and of an operator who prepares a folder: no house. */
const NOT_A_HOUSE = new Set(["lost+found", "server.lock", "database.lock", "open.lock"]);

/** @throws ConfigError if a restore into this folder has not ended */
export function assertRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, MARK))) return;
  throw new ConfigError(
    `DATA_DIR ${dataDir} has no house yet: a restore into it is under way or was interrupted; run house restore again.`,
  );
}

/** @throws ConfigError if the folder has anything of a house, unless a restore has left it */
export async function assertNoHouse(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new ConfigError(`DATA_DIR ${dataDir} can't be used: ${error.message}.`);
  });
  const found = entries.filter((name) => !NOT_A_HOUSE.has(name)).toSorted();
  if (found.length === 0 || found.includes(MARK)) return;
  throw new ConfigError(
    `DATA_DIR ${dataDir} is not empty, it has ${found.slice(0, 3).join(", ")}: a backup is restored into a new folder alone, and nothing was changed.`,
  );
}

/** Resolves with the function that takes the mark away. */
export async function markRestoring(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, MARK);
  await writeFile(file, "A restore into this folder has not ended: run house restore again.\n", {
    flag: REPLACE,
    flush: true,
  });
  return () => rm(file, { force: true });
}
