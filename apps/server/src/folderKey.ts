/**
 * The key of a data folder in a database that several processes share: the id in its file, and which file that is. A copy of
 * the folder has the same id in another file: its key is another one, and it never acts on what the original has done.
 */
import { randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "./storage/index.ts";
import { READ } from "./unfollowed.ts";

/** Their rows are by folder. */
const TABLES = ["picture_folders", "settings_files"] as const;

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === "ENOENT") return null;
  throw error;
};

/** An id that stays with the folder when it is moved to another path. */
async function readId(file: string): Promise<string> {
  const known = (await readFile(file, { encoding: "utf8", flag: READ }).catch(absent))?.trim();
  if (known) return known;
  const fresh = randomUUID();
  // If two processes write at once, both use the id that is read back.
  await writeFile(file, fresh, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(file, "utf8")).trim() || fresh;
}

/** Whether the database knows the folder. Rows created by an earlier version have the id alone: the first folder that comes takes them. */
async function isKnown(db: Db, id: string, key: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    let known = false;
    for (const table of TABLES) {
      const found = await sql`select 1 from ${sql.table(table)} where folder = ${key}`.execute(trx);
      if (found.rows.length > 0) return true;
      const taken = await sql`update ${sql.table(table)} set folder = ${key} where folder = ${id}`.execute(trx);
      known ||= (taken.numAffectedRows ?? 0n) > 0n;
    }
    return known;
  });
}
async function isIdOfAnother(db: Db, id: string): Promise<boolean> {
  for (const table of TABLES) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where starts_with(folder, ${`${id} `}) limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Says in one line of the log that the folder is a copy, or was restored or moved as one, when it comes for the first time. */
export async function openFolderKey(db: Db, dataDir: string, log: Pick<Logger, "warn">): Promise<string> {
  const file = join(dataDir, "folder.id");
  const id = await readId(file);
  // Another file system may have the same inode, but not of the same moment.
  const { ino, birthtimeNs } = await stat(file, { bigint: true });
  const key = `${id} ${ino} ${birthtimeNs}`;
  if (!(await isKnown(db, id, key)) && (await isIdOfAnother(db, id)))
    log.warn(
      { folder: dataDir },
      "the data folder is a copy of another one: it counts as a new one, and where both differ, the pictures of the database are right",
    );
  return key;
}
