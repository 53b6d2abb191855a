/**
 * The house's settings, shared by all processes on one database: append-only versions, of which the newest holds. Each
 * process answers from memory, at most a second old, also while the database is away.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Settings } from "@reelcast/contract";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { changedKeys, keepCurrency, settingsOf } from "./validation.ts";
import type { Body } from "./validation.ts";

export interface SettingsVersion {
  id: number;
  at: Date;
  author: string;
  source: "start" | "file" | "command";
  changed: readonly string[];
}
export interface SettingsChange {
  author: string;
  source: SettingsVersion["source"];
  /** What is to hold, made of what holds now. */
  change: (body: Body) => Body;
  /** What happens to another currency once the ledger has a posting: it is refused, or the former one stays. */
  currency: "refuse" | "keep";
  /** Called with each change, in its transaction. */
  record?: (trx: Trx, change: { before: Body; after: Body; changed: string[] }) => Promise<void>;
}
export interface SettingsStore {
  /** What holds: defaults with all that was set over them. From memory. */
  current(): Readonly<Settings>;
  /** Only what was set. From memory. */
  body(): Body;
  /** Reads the newest version, for the next `current()`. */
  refresh(): Promise<void>;
  /**
   * Answers which keys have another value now; with none, no version is written.
   * @throws InputError for another currency once the ledger has a posting
   */
  save(change: SettingsChange): Promise<{ changed: string[]; currencyKept: boolean }>;
  /** The newest first. */
  history(count: number): Promise<SettingsVersion[]>;
  /** Looks for a newer version every second. Returns a function that ends it. */
  follow(log: Pick<Logger, "warn">): () => void;
}

const READ_EVERY_MS = 1_000;
/** Namespace of the lock that changes hold while they are made: one after the other. */
const LOCK = 0x73657474;

async function newest(on: Db | Trx): Promise<{ id: number; body: Body } | null> {
  const row = await on
    .selectFrom("settings_versions")
    .select(["id", "body"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** @param onSaved tells the other processes */
export async function openSettings(db: Db, onSaved: () => void = () => {}): Promise<SettingsStore> {
  let version = -1;
  let body: Body = {};
  let settings = settingsOf(body);

  function hold(found: { id: number; body: Body }): void {
    if (found.id <= version) return;
    ({ id: version, body } = found);
    settings = settingsOf(body);
  }
  async function refresh(): Promise<void> {
    const found = await newest(db);
    if (found) hold(found);
  }
  await refresh();

  /** Amounts have no currency of their own: once there are any, it can't be another one. */
  async function checkCurrency(
    trx: Trx,
    before: Body | null,
    after: Body,
    rule: SettingsChange["currency"],
  ): Promise<{ body: Body; kept: boolean }> {
    if (before === null || settingsOf(before).currency === settingsOf(after).currency)
      return { body: after, kept: false };
    const posted = await trx.selectFrom("journals").select("id").limit(1).executeTakeFirst();
    if (!posted) return { body: after, kept: false };
    if (rule === "keep") return { body: keepCurrency(before, after), kept: true };
    throw new InputError(
      `The currency is ${settingsOf(before).currency} for good: there are amounts of it in the ledger.`,
    );
  }

  return {
    current: () => settings,
    body: () => body,
    refresh,
    async save({ author, source, change, currency, record }) {
      const saved = await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK}::int, 0)`.execute(trx);
        const before = await newest(trx);
        const wanted = change(before?.body ?? {});
        const { body: after, kept } = await checkCurrency(trx, before?.body ?? null, wanted, currency);
        const changed = changedKeys(before?.body ?? {}, after);
        // The first version is written even if it is empty: it fixes the currency.
        if (before !== null && JSON.stringify(before.body) === JSON.stringify(after))
          return { version: before, changed, kept };
        const { id } = await trx
          .insertInto("settings_versions")
          .values({ author, source, body: JSON.stringify(after), changed })
          .returning("id")
          .executeTakeFirstOrThrow();
        if (changed.length > 0) await record?.(trx, { before: before?.body ?? {}, after, changed });
        return { version: { id, body: after }, changed, kept };
      });
      hold(saved.version);
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
    follow(log) {
      let reading = false;
      let away = false;
      const timer = setInterval(() => {
        if (reading) return;
        reading = true;
        refresh()
          .then(
            () => (away = false),
            (error: unknown) => {
              if (!away) log.warn({ err: error }, "the settings could not be read: those known last hold on");
              away = true;
            },
          )
          .finally(() => (reading = false));
      }, READ_EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
