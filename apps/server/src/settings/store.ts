/**
 * The settings, shared by all processes of one database: append-only versions, of which the newest is in effect. Each
 * process reads from memory, at most one second old, also while the database is unavailable.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Settings } from "@reelcast/contract";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { pollEvery } from "./poll.ts";
import { changedKeys, keepCurrency, withDefaults } from "./validation.ts";
import type { SettingsOverrides } from "./validation.ts";

export interface SettingsVersion {
  id: number;
  at: Date;
  author: string;
  source: "start" | "file" | "command" | "console";
  changed: readonly string[];
}
export interface SettingsChange {
  author: string;
  source: SettingsVersion["source"];
  /** The reason that was given. */
  why?: string | null;
  /** Called before the change, when no other can come before it. */
  check?: (trx: Trx) => Promise<void>;
  /** Returns the new settings from the current ones. */
  change: (body: SettingsOverrides) => SettingsOverrides;
  /** A change of the currency after the first posting: refuse it, or keep the former currency. */
  currency: "refuse" | "keep";
  /** Called with each change, in its transaction. */
  record?: (
    trx: Trx,
    change: { before: SettingsOverrides; after: SettingsOverrides; changed: string[] },
  ) => Promise<void>;
}
export interface SettingsStore {
  /** The effective settings, with defaults. From memory. */
  current(): Readonly<Settings>;
  /** Only the keys that were set. From memory. */
  body(): SettingsOverrides;
  /** The number of the version in effect; 0 before the first. It rises with each change. */
  version(): number;
  /** `listener` is called when a newer version takes effect in this process. Returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Reads the newest version into memory. */
  refresh(): Promise<void>;
  /**
   * Resolves with the changed keys; without a change no version is written.
   * @throws InputError for another currency once the ledger has a posting
   */
  save(change: SettingsChange): Promise<{ changed: string[]; currencyKept: boolean }>;
  /** The newest first. */
  history(count: number): Promise<SettingsVersion[]>;
  /** Polls for a newer version every second. Returns the function that stops it. */
  watch(log: Pick<Logger, "warn">): () => void;
}

const POLL_MS = 1_000;
/** Namespace of the advisory lock that serialises changes. */
const LOCK = 0x73657474;

interface Version {
  id: number;
  body: SettingsOverrides;
}
async function newest(on: Db | Trx): Promise<Version | null> {
  const row = await on
    .selectFrom("settings_versions")
    .select(["id", "body"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Amounts are stored without a currency, so it can't change after the first posting. @throws InputError */
async function checkCurrency(
  trx: Trx,
  before: SettingsOverrides | null,
  after: SettingsOverrides,
  rule: SettingsChange["currency"],
): Promise<{ body: SettingsOverrides; kept: boolean }> {
  if (before === null || withDefaults(before).currency === withDefaults(after).currency)
    return { body: after, kept: false };
  const posted = await trx.selectFrom("journals").select("id").limit(1).executeTakeFirst();
  if (!posted) return { body: after, kept: false };
  if (rule === "keep") return { body: keepCurrency(before, after), kept: true };
  throw new InputError(
    `The currency is ${withDefaults(before).currency} for good: there are amounts of it in the ledger.`,
  );
}

/** Writes a new version if something has changed. */
async function writeVersion(trx: Trx, { author, source, why = null, check, change, currency, record }: SettingsChange) {
  await sql`select pg_advisory_xact_lock(${LOCK}::int, 0)`.execute(trx);
  await check?.(trx);
  const before = await newest(trx);
  const wanted = change(before?.body ?? {});
  const { body: after, kept } = await checkCurrency(trx, before?.body ?? null, wanted, currency);
  const changed = changedKeys(before?.body ?? {}, after);
  // The first version is written even if it is empty: it fixes the currency.
  if (before !== null && JSON.stringify(before.body) === JSON.stringify(after))
    return { version: before, changed, kept };
  const { id } = await trx
    .insertInto("settings_versions")
    .values({ author, source, why, body: JSON.stringify(after), changed })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (changed.length > 0) await record?.(trx, { before: before?.body ?? {}, after, changed });
  return { version: { id, body: after }, changed, kept };
}

/** @param onSaved notifies the other processes */
export async function openSettings(db: Db, onSaved: () => void = () => {}): Promise<SettingsStore> {
  let version = -1;
  let body: SettingsOverrides = {};
  let settings = withDefaults(body);
  const listeners = new Set<() => void>();

  function applyIfNewer(found: Version): void {
    if (found.id <= version) return;
    ({ id: version, body } = found);
    settings = withDefaults(body);
    for (const listener of listeners) listener();
  }
  async function refresh(): Promise<void> {
    const found = await newest(db);
    if (found) applyIfNewer(found);
  }
  await refresh();

  return {
    current: () => settings,
    body: () => body,
    version: () => Math.max(0, version),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    async save(change) {
      const saved = await db.transaction().execute((trx) => writeVersion(trx, change));
      applyIfNewer(saved.version);
      if (saved.changed.length > 0) onSaved();
      return { changed: saved.changed, currencyKept: saved.kept };
    },
    history: (count) =>
      db
        .selectFrom("settings_versions")
        .select(["id", "at", "author", "source", "changed"])
        .orderBy("id", "desc")
        .limit(count)
        .execute(),
    watch: (log) =>
      pollEvery(POLL_MS, refresh, (error) =>
        log.warn({ err: error }, "the settings could not be read: the last known ones stay in effect"),
      ),
  };
}
