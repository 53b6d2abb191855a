/** Makes a house of a backup, in a new data folder or in an empty database: besides a start the only thing that makes one. */
import { readFile, writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import { recordAct } from "../audit/index.ts";
import type { Act } from "../audit/index.ts";
import type { Backup } from "../backup/index.ts";
import { ConfigError, staffKeyFile } from "../config.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../domain.ts";
import { LONG, assertEmpty, connectStorage, newerThanKnown, refill } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { houseOf, sayWhichIsAway } from "./commands.ts";
import { workAsOwner } from "./folderOwner.ts";
import { assertNoHouse, markRestoring } from "./restoring.ts";
import { asConfigError, lockDataFolder, storageOptions } from "./steps.ts";

/** States of PostgreSQL for what is wrong with rows, names and references, and not with the place. */
const OF_CONTENT = /^(0A|21|22|23|2B|42|44|54|P0)[0-9A-Z]{3}$/;

export interface RestoreParts {
  config: Config;
  log: Logger;
  /** Called before anything is changed in the place, with its name. */
  onBegin?: (house: string) => void;
}
export interface Restored {
  /** Where the house is now. */
  place: string;
  rows: number;
  /** File of the staff's key, if the backup has one. */
  staffKey: string | null;
}

/** @throws ConfigError if another key is there */
async function writeStaffKey(file: string, key: Buffer): Promise<void> {
  const present = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new ConfigError(`The key of the staff's secrets, ${file}, can't be read: ${error.message}.`);
  });
  if (present === null) await writeFile(file, key, { mode: 0o600, flush: true });
  else if (present.trim() !== key.toString("utf8").trim())
    throw new ConfigError(`${file} is another key than the one of the backup: move it away; nothing was restored.`);
}

function assertKnown({ file, header }: Backup): void {
  const unknown = newerThanKnown(header);
  if (unknown !== null)
    throw new ConfigError(
      `${file} is of version ${header.program}, which is newer than this program, ${VERSION}: it has ${unknown}.`,
    );
}

async function open(config: Config, log: Logger): Promise<Storage> {
  const options = { ...storageOptions(config), reserveBytes: undefined, log, limits: LONG, create: true };
  return connectStorage(options).catch(asConfigError).catch(sayWhichIsAway(config));
}

/** @throws ConfigError if the place is not empty, or the backup is of a newer version; then nothing has changed */
export async function restoreHouse(parts: RestoreParts, backup: Backup, act: Omit<Act, "after">): Promise<Restored> {
  const stack = new AsyncDisposableStack();
  try {
    return await restoreInto(stack, parts, backup, act);
  } finally {
    await stack.disposeAsync();
  }
}

async function restoreInto(
  stack: AsyncDisposableStack,
  { config, log, onBegin }: RestoreParts,
  backup: Backup,
  act: Omit<Act, "after">,
): Promise<Restored> {
  assertKnown(backup);
  await workAsOwner(config.dataDir);
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded) await assertNoHouse(config.dataDir);
  const connect = async () => {
    const storage = await open(config, log);
    stack.defer(() => storage.close());
    return storage;
  };
  const outside = isEmbedded ? null : await connect();
  if (outside) await assertEmpty(outside.db).catch(asConfigError);
  const { dataDir } = await lockDataFolder(stack, config);
  onBegin?.(houseOf(config));
  const done = await markRestoring(dataDir);
  const storage = outside ?? (await connect());
  const { at, program, migrations } = backup.header;
  const keyFile = staffKeyFile(config);
  let filled: Awaited<ReturnType<Backup["fill"]>> = { staffKey: null, rows: 0 };
  const refused = (error: unknown): never => {
    const state = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!OF_CONTENT.test(state) || !(error instanceof Error)) throw error;
    throw new ConfigError(`${backup.file} can't be restored: the database refuses what is in it (${error.message}).`, {
      cause: error,
    });
  };
  await refill(storage, backup.header, {
    async fill(into) {
      filled = await backup.fill(into);
      // Before the commit: a house without its key is none that can be opened.
      if (filled.staffKey) await writeStaffKey(keyFile, filled.staffKey);
    },
    async last(db) {
      const after = { at, program, schema: migrations.at(-1), sha256: backup.sha256, rows: filled.rows };
      await recordAct(db, { ...act, after });
    },
  })
    .catch(refused)
    .catch(asConfigError);
  await done();
  return {
    place: isEmbedded ? `DATA_DIR ${dataDir}` : houseOf(config),
    rows: filled.rows,
    staffKey: filled.staffKey === null ? null : keyFile,
  };
}
