/** The balance of one player is published by several processes: the versions say which is the newest. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Wallet } from "./index.ts";
import { newTable, request } from "./testing.ts";

let database: TestDatabase;
let wallets: Wallet[];
const published: { playerId: number; balance: number; version: number }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const onBalance = (playerId: number, balance: number, version: number) =>
    published.push({ playerId, balance, version });
  wallets = [1, 2, 3].map(() => createWallet({ db: database.db, onBalance }));
});
afterAll(() => database.close());

it("the highest version has the balance of the ledger, and of one version there is one balance", async () => {
  const [floor, edge, command] = wallets as [Wallet, Wallet, Wallet];
  const at = await newTable(database.db, floor);
  const before = await edge.available(at.playerId);
  published.length = 0;
  const play = async () => {
    for (let n = 0; n < 12; n += 1) {
      const { transfer } = await floor.begin(request(at, "cashin", 100));
      await floor.markSent(transfer.id, at.fence);
      if (n % 3 === 0) await floor.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence);
      else await floor.settle(transfer.id, { moved: 100 - n, credit: 0 }, at.fence);
    }
  };
  const adjust = async (wallet: Wallet, amount: number) => {
    for (let n = 0; n < 12; n += 1) await wallet.adjust({ playerId: at.playerId, amount, key: randomUUID(), tag: "t" });
  };
  await Promise.all([play(), adjust(edge, 7), adjust(command, -3)]);

  const balances = new Map<number, number>();
  for (const { version, balance } of published) {
    expect(balances.get(version) ?? balance).toBe(balance);
    balances.set(version, balance);
  }
  const now = await edge.available(at.playerId);
  expect(Math.max(...balances.keys())).toBe(now.version);
  expect(balances.get(now.version)).toBe(now.balance);
  expect(now.balance).toBe(await edge.balance(at.playerId));
  // 12 holds, 12 ends of a hold, 8 of them with a posting as well, and 24 adjustments.
  expect(now.version - before.version).toBe(56);
});

it("a settlement that is repeated later publishes the balance of now, not that of then", async () => {
  const [floor, edge] = wallets as [Wallet, Wallet, Wallet];
  const at = await newTable(database.db, floor);
  const { transfer } = await floor.begin(request(at, "cashin", 100));
  await floor.markSent(transfer.id, at.fence);
  await floor.settle(transfer.id, { moved: 100, credit: 100 }, at.fence);
  await edge.adjust({ playerId: at.playerId, amount: 500, key: "more", tag: "t" });
  published.length = 0;
  await floor.settle(transfer.id, { moved: 100, credit: 100 }, at.fence);
  expect(published).toEqual([{ playerId: at.playerId, ...(await edge.available(at.playerId)) }]);
});
