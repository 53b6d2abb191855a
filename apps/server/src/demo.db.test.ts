import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAccounts } from "./accounts/index.ts";
import { DEMO_PLAYERS, seedDemo } from "./demo.ts";
import { createRegistry } from "./floor/index.ts";
import { listJackpots } from "./jackpots/index.ts";
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
  await seedDemo({ db, accounts, wallet, registry });
  const first = await listJackpots(db);
  const brands = await registry.brands();
  expect(brands.map(({ jackpot }) => jackpot)).toEqual(["1,2", "3,4", "5,6"]);
  for (const { amount, seed, maximum } of first) {
    expect(amount).toBeGreaterThan(seed);
    expect(amount).toBeLessThan(maximum);
  }
  await seedDemo({ db, accounts, wallet, registry });
  expect(await listJackpots(db)).toEqual(first);
  expect(await registry.brands()).toEqual(brands);
  const report = await wallet.check();
  expect(report.broken).toEqual([]);
  expect(report.sums["player"]).toBe(DEMO_PLAYERS.length * 1_000_000);
  expect(report.sums["jackpot"]).toBe(first.reduce((sum, { amount }) => sum + amount, 0));
});
