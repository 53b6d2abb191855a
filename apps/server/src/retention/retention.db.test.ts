import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { LEAST_MONTHS, monthsKept } from "@reelcast/contract/console";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectStorage } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { applyRetention, leastMonths } from "./index.ts";

let database: TestDatabase;
let storage: Storage;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(async () => {
  database = await createTestDatabase();
  storage = await connectStorage({ create: false, ...database, dataDir: "", log: pino({ level: "silent" }) });
  vi.clearAllMocks();
});
afterEach(async () => {
  await storage.close();
  await database.close();
});

/** The middle of a month so many months ago, in UTC. */
function ago(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12));
}
async function fill(table: string, months: readonly number[], insert: (at: Date) => Promise<unknown>): Promise<void> {
  await sql`select add_months(${table}, now()::date, ${ago(Math.max(...months))}::date)`.execute(database.owner);
  for (const month of months) await insert(ago(month));
}
const agesIn = async (table: string) => {
  const { rows } = await sql<{ at: Date }>`select at from ${sql.table(table)} order by at`.execute(database.db);
  const now = new Date();
  return rows.map(({ at }) => (now.getUTCFullYear() - at.getUTCFullYear()) * 12 + now.getUTCMonth() - at.getUTCMonth());
};
const apply = (settings: Partial<Settings>) => applyRetention(storage, { ...DEFAULT_SETTINGS, ...settings }, log);

async function filled(months = [70, 30, 8, 2]): Promise<void> {
  const player = await addTestPlayer(database.db, "ayse");
  await fill("log_entries", months, (at) =>
    sql`insert into log_entries (player_id, type, at) values (${player}, 'LOGIN_SUCCESS', ${at})`.execute(database.db),
  );
  await fill("significant_events", months, (at) =>
    sql`select record_event('clockStep', null, null, null, '{}', null, ${at})`.execute(database.db),
  );
}

it("keeps everything by default", async () => {
  await filled();
  await apply({});
  expect(await agesIn("log_entries")).toEqual([70, 30, 8, 2]);
  expect(await agesIn("significant_events")).toEqual([70, 30, 8, 2]);
});

it("drops the months that the setting does not keep, by the server itself, and records each", async () => {
  await filled();
  await apply({ retention: { log: 6, chat: 1, events: 24 } });
  expect(await agesIn("log_entries")).toEqual([2]);
  expect(await agesIn("significant_events")).toEqual([8, 2]);
  const acts = await database.db
    .selectFrom("audit_log")
    .select(["by", "target", "why"])
    .where("act", "=", "logs.drop-month")
    .execute();
  expect(new Set(acts.map(({ by, why }) => `${by}: ${why}`))).toEqual(
    new Set(["system: setting retention: 6 months of log", "system: setting retention: 24 months of events"]),
  );
  expect(log.info).toHaveBeenCalledTimes(2);
  await apply({ retention: { log: 6, chat: 1, events: 24 } });
  expect(log.info).toHaveBeenCalledTimes(2);
  expect(log.error).not.toHaveBeenCalled();
});

it("drops nothing by a clock that was set ahead by years: nothing was recorded in the months before", async () => {
  await filled([130, 90, 70]);
  await apply({ retention: { log: 6, chat: 1, events: 24 } });
  expect(await agesIn("log_entries")).toEqual([130, 90, 70]);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ kind: "log" }),
    expect.stringContaining("is the clock right"),
  );
  expect(log.error).not.toHaveBeenCalled();
});

it("keeps what the profile of the rules of play asks for, whatever the setting says", async () => {
  await filled();
  await apply({ playRules: "ukgc", retention: { log: 1, chat: 1, events: 1 } });
  expect(await agesIn("log_entries")).toEqual([30, 8, 2]);
  expect(await agesIn("significant_events")).toEqual([30, 8, 2]);
});

it("the least of a house without a regulator counts, too", () => {
  expect(monthsKept("events", { log: 1, chat: 1, events: 1 }, "none")).toBe(LEAST_MONTHS.none.events);
  expect(monthsKept("log", { log: 0, chat: 1, events: 1 }, "ukgc")).toBeNull();
  expect(monthsKept("log", { log: 84, chat: 1, events: 1 }, "ukgc")).toBe(84);
  expect(leastMonths({ playRules: { profile: "mga" } }).get("significant_events")).toBe(60);
  expect(leastMonths({ playRules: "none" }).get("audit_log")).toBe(60);
});

it("what the server's login may not drop is logged, and nothing is lost", async () => {
  await filled();
  const { url } = database;
  const lesser = await connectStorage({ create: false, url, dataDir: "", log: pino({ level: "silent" }) });
  await applyRetention(lesser, { ...DEFAULT_SETTINGS, retention: { log: 6, chat: 0, events: 0 } }, log);
  await lesser.close();
  expect(log.error).toHaveBeenCalledOnce();
  expect(await agesIn("log_entries")).toEqual([70, 30, 8, 2]);
});
