/** Which PostgreSQL the folder of the embedded database is of. A folder of another major version can't be opened. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../errorCode.ts";
import { DatabaseRefused } from "./refusals.ts";

/** Major version of the programs of the npm package. A test compares it with what they say. */
export const EMBEDDED_MAJOR = 18;

const isMissing = (error: unknown): boolean => errorCode(error) === "ENOENT";

/** In a folder in which a database is being created: it is not whole without its PG_VERSION. */
export const DRAFT = "reelcast.new";
/** Of a file system that is mounted there. */
export const LOST_AND_FOUND = "lost+found";

/**
 * Whether there is a database of this version: false if the folder is missing or empty, or its creation did not end. Reads only.
 * @throws DatabaseRefused if it is one of another version, or no whole database
 */
export async function hasCluster(folder: string): Promise<boolean> {
  let entries: string[];
  try {
    entries = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  if (entries.every((name) => name === LOST_AND_FOUND)) return false;
  if (entries.includes(DRAFT) && !entries.includes("PG_VERSION")) return false;
  const incomplete = `${folder} is no whole database of PostgreSQL`;
  const text = await readFile(join(folder, "PG_VERSION"), "utf8").catch((error: unknown) => {
    if (isMissing(error)) throw new DatabaseRefused(`${incomplete}: its file PG_VERSION is missing.`);
    throw error;
  });
  const [major] = /^\d{1,3}(?=(\.\d{1,3})?\s*$)/.exec(text) ?? [];
  if (major === undefined) throw new DatabaseRefused(`${incomplete}: its file PG_VERSION names no version.`);
  if (Number(major) !== EMBEDDED_MAJOR) {
    throw new DatabaseRefused(
      `${folder} is a database of PostgreSQL ${major}, and this program has PostgreSQL ${EMBEDDED_MAJOR}: nothing was changed, and "From one major version of PostgreSQL to the next" in docs/operating.md has the way up.`,
    );
  }
  return true;
}
