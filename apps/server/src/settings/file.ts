/**
 * Settings.json of a data folder: imported when its content differs from the last import of that folder. A restart with
 * an unchanged file imports nothing; an unreadable file changes nothing. Nor does the file of a new folder whose settings
 * were in effect before: it came with a copy, and the database has newer ones.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { sql } from "kysely";
import type { Logger } from "pino";
import { SYSTEM, recordAct } from "../audit/index.ts";
import { InputError } from "../input.ts";
import type { Db } from "../storage/index.ts";
import { pollEvery } from "./poll.ts";
import { keepCurrency, parseSettingsFile } from "./validation.ts";
import type { SettingsOverrides } from "./validation.ts";
import type { SettingsStore } from "./store.ts";

/** A file that is read while it is being written is read again at the next poll. */
const POLL_MS = 500;

export interface SettingsFile {
  /** Imports the file if it has changed. Never throws for invalid content. */
  importIfChanged(): Promise<void>;
  /** Polls twice a second. Returns the function that stops it. */
  watch(): () => void;
}

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === "ENOENT") return null;
  throw error;
};

/** The hash of the content that was imported last from a data folder. */
async function lastImport(db: Db, folder: string): Promise<string | undefined> {
  const row = await db.selectFrom("settings_files").select("hash").where("folder", "=", folder).executeTakeFirst();
  return row?.hash;
}
async function rememberImport(db: Db, folder: string, hash: string): Promise<void> {
  await db
    .insertInto("settings_files")
    .values({ folder, hash })
    .onConflict((conflict) => conflict.column("folder").doUpdateSet({ hash, seen_at: new Date() }))
    .execute();
}

/** Whether these settings were in effect before, and others are now. */
async function areOutdated(db: Db, store: SettingsStore, body: SettingsOverrides): Promise<boolean> {
  await store.refresh();
  // After the first posting a file's other currency is left out.
  const bodies = [body, keepCurrency(store.body(), body)].map((one) => sql`${JSON.stringify(one)}::jsonb`);
  const { rows } = await sql<{ newest: boolean }>`
    select id = (select max(id) from settings_versions) as newest from settings_versions
    where body in (${sql.join(bodies)}) order by id desc limit 1`.execute(db);
  return rows[0]?.newest === false;
}

interface Parts {
  store: SettingsStore;
  file: string;
  log: Pick<Logger, "info" | "warn">;
}

/** @throws InputError for content that is not settings */
async function importText({ store, file, log }: Parts, text: string): Promise<void> {
  const { body, ignored } = parseSettingsFile(text);
  if (ignored.length > 0)
    log.warn({ file, ignored }, "Settings.json has unknown keys or wrong values: they are left out");
  const { changed, currencyKept } = await store.save({
    author: hostname(),
    source: "file",
    change: () => body,
    currency: "keep",
    async record(trx, { before, after, changed }) {
      const only = (from: SettingsOverrides) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
      const states = { before: only(before), after: only(after) };
      await recordAct(trx, { ...SYSTEM, act: "settings.import", target: file, ...states, why: null });
    },
  });
  if (currencyKept) log.warn({ file }, "Settings.json names another currency than the ledger's: the currency stays");
  log.info({ file, changed }, "Settings.json was imported");
}

/** @param options.folder its key in the database */
export function openSettingsFile(options: Parts & { db: Db; folder: string }): SettingsFile {
  const { db, store, file, folder, log } = options;
  /** Time, size and inode of the file at its last check; "": it was missing. */
  let checked: string | null = null;

  async function importIfNew(text: string): Promise<void> {
    const hash = createHash("sha256").update(text).digest("hex");
    const last = await lastImport(db, folder);
    if (last === hash) return;
    try {
      if (last === undefined && (await areOutdated(db, store, parseSettingsFile(text).body)))
        log.warn(
          { file },
          "Settings.json is not imported: its settings were in effect before, and the database has newer ones (`house settings import` imports it)",
        );
      else await importText(options, text);
      await rememberImport(db, folder, hash);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      log.warn({ file }, `Settings.json is refused, and the former settings stay in effect: ${error.message}`);
    }
  }
  async function importIfChanged(): Promise<void> {
    const found = await stat(file).catch(absent);
    const present = found === null ? "" : `${found.mtimeMs}:${found.size}:${found.ino}`;
    if (present === checked) return;
    const text = found === null ? null : await readFile(file, "utf8").catch(absent);
    if (text !== null) await importIfNew(text);
    // Set last, so that after a database failure the next poll tries again.
    checked = present;
  }

  return {
    importIfChanged,
    watch: () =>
      pollEvery(POLL_MS, importIfChanged, (error) =>
        log.warn({ err: error, file }, "Settings.json could not be imported: it is tried again"),
      ),
  };
}
