import { ErrorCode } from "@reelcast/contract";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApp } from "./app.ts";
import type { CliApp } from "./app.ts";
import { DEMO_PASSWORD, DEMO_PLAYERS, closeDemo, seedDemo } from "./demo.ts";
import { demoEvents } from "./demoNotices.ts";
import { unseenEvents } from "./events/index.ts";
import { listJackpots } from "./jackpots/index.ts";
import { listNotices, quickPanel, removeNotice } from "./notices/index.ts";
import { createTestDatabase } from "./storage/testing/index.ts";
import type { TestDatabase } from "./storage/testing/index.ts";
import { testConfig } from "./testing.ts";

let database: TestDatabase;
let folder: string;
let app: CliApp;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "reelcast-demo-"));
  app = await createApp(testConfig(database, folder), {
    role: "cli",
    log: pino({ level: "silent" }),
    refusalStepMs: 0,
  });
});
afterEach(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it("seeds missing data, and nothing twice", async () => {
  const { db } = database;
  const { accounts, wallet, machineStore } = app.domain;
  await seedDemo({ db, accounts, wallet, machineStore, timeZone: "Europe/Istanbul" });
  const first = await listJackpots(db);
  const brands = await machineStore.brands();
  expect(brands.map(({ jackpot }) => jackpot)).toEqual(["1,2", "3,4", "5,6"]);
  for (const { amount, seed, maximum } of first) {
    expect(amount).toBeGreaterThan(seed);
    expect(amount).toBeLessThan(maximum);
  }
  expect((await unseenEvents(db)).count).toBe(0);
  const shown = await quickPanel(db, "Europe/Istanbul");
  expect([shown.events.length, shown.notes.length]).toEqual([3, 3]);
  // What the operator removes is not seeded again.
  for (const { id } of await listNotices(db)) await removeNotice(db, id);
  await seedDemo({ db, accounts, wallet, machineStore, timeZone: "Europe/Istanbul" });
  expect(await listJackpots(db)).toEqual(first);
  expect(await machineStore.brands()).toEqual(brands);
  expect(await listNotices(db)).toEqual([]);
  const report = await wallet.check();
  expect(report.broken).toEqual([]);
  expect(report.sums["player"]).toBe(DEMO_PLAYERS.length * 1_000_000);
  expect(report.sums["jackpot"]).toBe(first.reduce((sum, { amount }) => sum + amount, 0));
});

it("bans players with the published password outside of demo mode, and unbans just those in it", async () => {
  const { db } = database;
  const { accounts, wallet, machineStore, storage } = app.domain;
  const ended: unknown[] = [];
  const warned: unknown[] = [];
  await storage.listen((payload) => {
    const { topic, message } = payload as { topic: string; message: unknown };
    if (topic === "player.ended") ended.push(message);
  });
  const parts = { db, accounts, wallet, machineStore, timeZone: "Europe/Istanbul" };
  const log = { warn: (entry: unknown) => void warned.push(entry) };
  const login = (username: string, password: string = DEMO_PASSWORD) =>
    accounts.login({ username, password, siteId: 2008, ip: "10.1.1.1" }).then(
      ({ token }) => token,
      (error: unknown) => error,
    );
  const idOf = async (name: string) => (await accounts.findPlayer(name))?.id ?? 0;
  await seedDemo(parts);
  const token = String(await login("demo1"));
  await accounts.setPassword(await idOf("demo3"), await accounts.prepareNewPassword("a secret of its own"));
  await accounts.ban(await idOf("demo4"));

  await closeDemo({ accounts, log });
  for (const name of ["demo1", "demo2", "demo4"])
    expect(await login(name)).toMatchObject({ code: ErrorCode.PlayerBanned });
  expect(await login("demo3", "a secret of its own")).toEqual(expect.any(String));
  await expect(accounts.verify(token)).rejects.toMatchObject({ code: ErrorCode.TokenInvalid });
  const banned = { playerId: await idOf("demo1"), tokenIds: null, reason: "banned" };
  await vi.waitFor(() => expect(ended).toContainEqual(banned));
  expect(warned).toEqual([{ players: ["demo1", "demo2"] }]);
  expect(await wallet.balance(await idOf("demo1"))).toBe(1_000_000);
  const acts = () => db.selectFrom("audit_log").select(["act", "by", "target"]).orderBy("seq").execute();
  const act = async (name: string, what: string) => ({ act: what, by: "system", target: `player ${await idOf(name)}` });
  const bans = [await act("demo1", "player.ban"), await act("demo2", "player.ban")];
  expect(await acts()).toEqual(bans);

  // A ban is set again while the password is the published one.
  await accounts.unban(await idOf("demo2"));
  await closeDemo({ accounts, log });
  expect(await login("demo2")).toMatchObject({ code: ErrorCode.PlayerBanned });
  expect(await acts()).toHaveLength(3);
  // With a new password it is not.
  await accounts.setPassword(await idOf("demo2"), await accounts.prepareNewPassword("a secret of the operator"));
  await accounts.unban(await idOf("demo2"));
  await closeDemo({ accounts, log });
  expect(await login("demo2", "a secret of the operator")).toEqual(expect.any(String));

  await seedDemo(parts);
  expect(await login("demo1")).toEqual(expect.any(String));
  // The operator's own ban stays.
  expect(await login("demo4")).toMatchObject({ code: ErrorCode.PlayerBanned });
  expect((await acts()).slice(3)).toEqual([await act("demo1", "player.unban")]);
});

it("announces the next week, ten days ahead, and the next month", () => {
  const days = (today: string) => demoEvents(today).map(({ at }) => at);
  expect(days("2026-11-21")).toEqual(["2026-11-23T00:00", "2026-12-01T05:00", "2026-12-01T00:00"]);
  expect(days("2026-12-28")).toEqual(["2027-01-04T00:00", "2027-01-07T05:00", "2027-01-01T00:00"]);
});
