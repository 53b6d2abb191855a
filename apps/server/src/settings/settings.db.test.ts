import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import { openSettings, openSettingsFile, parseSetting } from "./index.ts";
import type { SettingsStore } from "./index.ts";

let database: TestDatabase;
let store: SettingsStore;
let dataDir: string;
const log = { info: vi.fn(), warn: vi.fn() };
beforeEach(async () => {
  database = await createTestDatabase();
  store = await openSettings(database.db);
  dataDir = await mkdtemp(join(tmpdir(), "reelcast-settings-"));
  log.warn.mockClear();
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
const file = () => join(dataDir, "Settings.json");
const openFile = (folder = "folder") => openSettingsFile({ db: database.db, store, folder, file: file(), log });
const write = (settings: unknown) =>
  writeFile(file(), typeof settings === "string" ? settings : JSON.stringify(settings));
const set = (key: string, json: string) =>
  store.save({
    author: "ayse",
    source: "command",
    change: (body) => ({ ...body, [key]: parseSetting(key, json) }),
    currency: "refuse",
  });
async function post(): Promise<void> {
  const wallet = createWallet({ db: database.db });
  const playerId = await addTestPlayer(database.db, "player");
  await database.db.transaction().execute((trx) => wallet.openPlayer(trx, playerId));
  await wallet.adjust({ playerId, amount: 100, key: "first", tag: "test" });
}

describe("the settings", () => {
  it("are versions, of which the newest is in effect in every process", async () => {
    const other = await openSettings(database.db);
    expect(await set("menuTitle", '"House"')).toEqual({ changed: ["menuTitle"], currencyKept: false });
    await set("siteId", "7");
    expect(store.current()).toMatchObject({ menuTitle: "House", siteId: 7, language: "tr" });
    expect(store.body()).toEqual({ menuTitle: "House", siteId: 7 });
    expect(other.current().siteId).toBe(2008);
    await other.refresh();
    expect(other.current().siteId).toBe(7);
    expect(await store.history(9)).toMatchObject([
      { author: "ayse", source: "command", changed: ["siteId"] },
      { author: "ayse", source: "command", changed: ["menuTitle"] },
    ]);
    await expect(sql`update settings_versions set author = 'x'`.execute(database.owner)).rejects.toThrow(/append-only/);
  });

  it("keep both of two concurrent changes, and write no version without a change", async () => {
    await set("siteId", "1");
    await Promise.all([set("menuTitle", '"House"'), set("volume", "0.5"), set("clickSound", "true")]);
    await store.refresh();
    expect(store.body()).toEqual({ siteId: 1, menuTitle: "House", volume: 0.5, clickSound: true });
    expect((await set("siteId", "1")).changed).toEqual([]);
    expect(await store.history(9)).toHaveLength(4);
  });

  it.each([
    ["colour", "1", /^There is no setting "colour"\.$/],
    ["__proto__", "1", /^There is no setting/],
    ["siteId", "seven", /^The value of siteId is not JSON/],
    ["siteId", '"7"', /^"7" is not a value for siteId/],
    ["playRules", '{"profile":"ukgc","autopay":true}', /is not a value for playRules/],
    ["currency", '"XXX"', /^"XXX" is not a value for currency/],
  ])("refuse %s %s with one sentence", (key, json, message) => {
    expect(() => parseSetting(key, json)).toThrow(message);
  });

  it("stay in effect while the database is unavailable", async () => {
    await set("siteId", "7");
    const end = store.watch(log);
    await database.db.destroy();
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
    expect(store.current().siteId).toBe(7);
    end();
    database = { ...database, close: async () => {} };
  });
});

it("the ways to support are kept one by one, and a file loses only the fields that are wrong", async () => {
  await write({ support: { whatsapp: "+905551112233", telegram: 7 } });
  await openFile().importIfChanged();
  expect(store.body()).toEqual({ support: { whatsapp: "+905551112233" } });
  expect(store.current().support).toEqual({ whatsapp: "+905551112233", telegram: "", chat: false });
  expect(() => parseSetting("support", '{"fax":"1"}')).toThrow("is not a value for support");
});

describe("the currency", () => {
  it("can be set until the first posting of the ledger, and not after it", async () => {
    await set("currency", '"EUR"');
    await post();
    await expect(set("currency", '"USD"')).rejects.toThrow(/^The currency is EUR for good/);
    expect((await set("currency", '"EUR"')).changed).toEqual([]);
    await write({ menuTitle: "House", currency: "USD" });
    await openFile().importIfChanged();
    const imports = database.db.selectFrom("audit_log").select(["by", "before", "after"]);
    expect(await imports.where("act", "=", "settings.import").execute()).toEqual([
      { by: "system", before: { menuTitle: null }, after: { menuTitle: "House" } },
    ]);
    expect(store.current()).toMatchObject({ menuTitle: "House", currency: "EUR" });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it("is the default if none was set before the first posting", async () => {
    await store.save({ author: "host", source: "start", change: (body) => body, currency: "keep" });
    await post();
    await expect(set("currency", '"USD"')).rejects.toThrow(/^The currency is TRY for good/);
  });
});

describe("Settings.json", () => {
  it("is imported when it changes, and a restart with the same file imports nothing", async () => {
    await write({ menuTitle: "House", volume: 0.5 });
    const settingsFile = openFile();
    await settingsFile.importIfChanged();
    expect(store.current()).toMatchObject({ menuTitle: "House", volume: 0.5 });
    await set("menuTitle", '"Set"');
    await settingsFile.importIfChanged();
    await openFile().importIfChanged();
    expect(store.current()).toMatchObject({ menuTitle: "Set", volume: 0.5 });
    await write({ menuTitle: "House 2" });
    await settingsFile.importIfChanged();
    expect(store.body()).toEqual({ menuTitle: "House 2" });
    await rm(file());
    await settingsFile.importIfChanged();
    expect(store.body()).toEqual({ menuTitle: "House 2" });
    expect((await store.history(9)).map(({ source }) => source)).toEqual(["file", "command", "file"]);
  });

  it("of a copied or restored folder does not undo newer settings, and says so once", async () => {
    const old = JSON.stringify({ menuTitle: "House", volume: 0.5 });
    await write(old);
    await openFile("original").importIfChanged();
    await set("menuTitle", '"Newer"');
    const copy = openFile("copy");
    await copy.importIfChanged();
    await openFile("copy").importIfChanged();
    expect(store.current().menuTitle).toBe("Newer");
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { file: file() },
      expect.stringMatching(/^Settings.json is not imported/),
    );
    // Older than the original's last import.
    await write({ menuTitle: "Third" });
    await openFile("original").importIfChanged();
    await write(old);
    await openFile("restored").importIfChanged();
    expect(store.current().menuTitle).toBe("Third");
    // What is changed in the copy is imported, as is a return to what was.
    await write({ menuTitle: "Of the copy" });
    await copy.importIfChanged();
    expect(store.current().menuTitle).toBe("Of the copy");
    await write(old);
    await copy.importIfChanged();
    expect(store.current().menuTitle).toBe("House");
  });

  it("of a copied folder is known also where its currency was left out", async () => {
    await set("currency", '"EUR"');
    await post();
    await write({ menuTitle: "House", currency: "USD" });
    await openFile("original").importIfChanged();
    await set("menuTitle", '"Newer"');
    await openFile("copy").importIfChanged();
    expect(store.current()).toMatchObject({ menuTitle: "Newer", currency: "EUR" });
  });

  it("of a new folder is imported, and one that is in effect says nothing", async () => {
    await set("menuTitle", '"House"');
    await write({ menuTitle: "House" });
    await openFile("same").importIfChanged();
    await write({ menuTitle: "House", volume: 0.5 });
    await openFile("other").importIfChanged();
    expect(store.body()).toEqual({ menuTitle: "House", volume: 0.5 });
    expect(log.warn).not.toHaveBeenCalled();
  });

  it.each(["{", "[]", '"text"', ""])("with content %j is refused with a log line", async (text) => {
    await set("menuTitle", '"Set"');
    await write(text);
    const settingsFile = openFile();
    await settingsFile.importIfChanged();
    await settingsFile.importIfChanged();
    expect(store.body()).toEqual({ menuTitle: "Set" });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it("sets its valid keys, and the log names the others", async () => {
    await write('{"menuTitle":"House","ipCheck":"yes","colour":1,"__proto__":{"polluted":true}}');
    await openFile().importIfChanged();
    expect(store.body()).toEqual({ menuTitle: "House" });
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ ignored: ["ipCheck", "colour", "__proto__"] }),
      expect.any(String),
    );
  });
});
