import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAccounts } from "./accounts/index.ts";
import { DEMO_PLAYERS, demoEvents, seedDemo } from "./demo.ts";
import { createRegistry } from "./floor/index.ts";
import { listJackpots } from "./jackpots/index.ts";
import { listNotices, quickPanel, removeNotice } from "./notices/index.ts";
import { createTestDatabase } from "./storage/testing/index.ts";
import type { TestDatabase } from "./storage/testing/index.ts";
import { createWallet } from "./wallet/index.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelcast-demo-"));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it("seeds what is not there yet, and nothing twice", async () => {
  const { db } = database;
  const wallet = createWallet({ db });
  const registry = createRegistry(db);
  const accounts = await createAccounts({ db, keyFile: join(folder, "key"), publish: () => {}, version: "" });
  await seedDemo({ db, accounts, wallet, registry, timeZone: "Europe/Istanbul" });
  const first = await listJackpots(db);
  const brands = await registry.brands();
  expect(brands.map(({ jackpot }) => jackpot)).toEqual(["1,2", "3,4", "5,6"]);
  for (const { amount, seed, maximum } of first) {
    expect(amount).toBeGreaterThan(seed);
    expect(amount).toBeLessThan(maximum);
  }
  const shown = await quickPanel(db, "Europe/Istanbul");
  expect([shown.events.length, shown.notes.length]).toEqual([3, 3]);
  // What the operator takes away stays away.
  for (const { id } of await listNotices(db)) await removeNotice(db, id);
  await seedDemo({ db, accounts, wallet, registry, timeZone: "Europe/Istanbul" });
  expect(await listJackpots(db)).toEqual(first);
  expect(await registry.brands()).toEqual(brands);
  expect(await listNotices(db)).toEqual([]);
  const report = await wallet.check();
  expect(report.broken).toEqual([]);
  expect(report.sums["player"]).toBe(DEMO_PLAYERS.length * 1_000_000);
  expect(report.sums["jackpot"]).toBe(first.reduce((sum, { amount }) => sum + amount, 0));
});

it("announces the next week, ten days ahead, and the next month", () => {
  const days = (today: string) => demoEvents(today).map(({ at }) => at);
  expect(days("2026-11-21")).toEqual(["2026-11-23T00:00", "2026-12-01T05:00", "2026-12-01T00:00"]);
  expect(days("2026-12-28")).toEqual(["2027-01-04T00:00", "2027-01-07T05:00", "2027-01-01T00:00"]);
});
