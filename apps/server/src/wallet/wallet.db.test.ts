import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Wallet } from "./index.ts";
import * as testing from "./testing.ts";
import { codeOf, game, OPENING, request, sessionOf, takeOver } from "./testing.ts";

let database: TestDatabase;
let wallet: Wallet;
const balances: [number, number][] = [];
const newTable = (opening?: number) => testing.newTable(database.db, wallet, opening);
const cashIn = (at: testing.Table, amount: number, moved?: number) => testing.cashIn(wallet, at, amount, moved);

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({
    db: database.db,
    maxTransfer: 1_000_000,
    onBalance: (playerId, balance) => balances.push([playerId, balance]),
  });
});
afterAll(async () => {
  const report = await wallet.check();
  await database.close();
  expect(report.broken).toEqual([]);
});

describe("transfers", () => {
  let at: testing.Table;
  beforeEach(async () => {
    at = await newTable();
  });

  it("holds funds at begin, and posts what the machine reports as moved", async () => {
    balances.length = 0;
    const { transfer, fresh } = await wallet.begin(request(at, "cashin", 4_000));
    expect({ fresh, state: transfer.state }).toEqual({ fresh: true, state: "reserved" });
    expect(transfer.createdAt).toBeInstanceOf(Date);
    expect(await wallet.balance(at.playerId)).toBe(6_000);
    await wallet.markSent(transfer.id, at.fence);
    const done = await wallet.settle(transfer.id, { moved: 2_500, credit: 2_500 }, at.fence);
    expect(done).toMatchObject({ state: "done", moved: 2_500, balanceAfter: 7_500, creditAfter: 2_500 });
    expect(await wallet.balance(at.playerId)).toBe(7_500);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(2_500);
    expect(balances).toEqual([
      [at.playerId, 6_000],
      [at.playerId, 7_500],
    ]);
  });

  it("gives the money back where it failed, and stays failed", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 4_000));
    const failed = await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused, detail: "tilt" }, at.fence);
    expect(failed).toMatchObject({ state: "failed", code: ErrorCode.TransferRefused, balanceAfter: OPENING });
    expect(await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence)).toEqual(failed);
    await expect(wallet.settle(transfer.id, { moved: 4_000, credit: 0 }, at.fence)).rejects.toThrow(
      /does not fail so|is not settled so|can't become/,
    );
    await expect(wallet.markSent(transfer.id, at.fence)).rejects.toThrow(
      /does not fail so|is not settled so|can't become/,
    );
    expect(await wallet.balance(at.playerId)).toBe(OPENING);
  });

  it("settles once: the same outcome again answers the same, another one is an error", async () => {
    const done = await cashIn(at, 1_000);
    expect(await wallet.settle(done.id, { moved: 1_000, credit: 1_000 }, at.fence)).toEqual(done);
    await expect(wallet.settle(done.id, { moved: 999, credit: 999 }, at.fence)).rejects.toThrow(/moved 1000, not 999/);
    await expect(wallet.fail(done.id, { code: ErrorCode.TransferRefused }, at.fence)).rejects.toThrow(
      /does not fail so|is not settled so|can't become/,
    );
    expect(await wallet.balance(at.playerId)).toBe(OPENING - 1_000);
  });

  it("never posts more than was asked for", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 1_000));
    await wallet.markSent(transfer.id, at.fence);
    await expect(wallet.settle(transfer.id, { moved: 1_001, credit: 1_001 }, at.fence)).rejects.toThrow();
    expect(await wallet.get(transfer.id)).toMatchObject({ state: "sent", moved: null });
  });

  // With all of the balance as the amount, so that the funds suffice for the first alone.
  it.each([4_000, OPENING])("is one transfer of %d for 100 calls with the same key", async (amount) => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => wallet.begin(request(at, "cashin", amount, key))),
    );
    expect(new Set(answers.map(({ transfer }) => transfer.id)).size).toBe(1);
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(await wallet.balance(at.playerId)).toBe(OPENING - amount);
    const [first] = answers;
    await wallet.markSent(first?.transfer.id ?? "", at.fence);
    const settled = await Promise.all(
      answers.map(({ transfer }) => wallet.settle(transfer.id, { moved: amount, credit: amount }, at.fence)),
    );
    expect(new Set(settled.map((transfer) => JSON.stringify(transfer))).size).toBe(1);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(amount);
  });

  it("refuses a key that was used for something else, and lets another player use the same one", async () => {
    const key = randomUUID();
    await wallet.begin(request(at, "cashin", 4_000, key));
    expect(await codeOf(wallet.begin(request(at, "cashin", 4_001, key)))).toBe(ErrorCode.TransferIdReused);
    const other = await newTable();
    expect(await codeOf(wallet.begin({ ...request(other, "cashin", 4_000, key), playerId: at.playerId }))).toBe(
      ErrorCode.TransferIdReused,
    );
    expect((await wallet.begin(request(other, "cashin", 1, key))).fresh).toBe(true);
  });

  it("allows one unresolved transfer for each machine", async () => {
    await wallet.begin(request(at, "cashin", 100));
    expect(await codeOf(wallet.begin(request(at, "cashin", 100)))).toBe(ErrorCode.EarlierTransferPending);
    expect(await codeOf(wallet.begin(request(at, "cashout", null)))).toBe(ErrorCode.EarlierTransferPending);
    expect(await wallet.balance(at.playerId)).toBe(OPENING - 100);
  });

  it.each([0, -1, 0.1, 1e21, Number.NaN, 2 ** 53, 1_000_001, null])("refuses the amount %s", async (amount) => {
    expect(await codeOf(wallet.begin(request(at, "cashin", amount)))).toBe(ErrorCode.AmountOutOfRange);
  });

  it("never goes below zero, however many ask at once", async () => {
    const out = (n: number) => ({ playerId: at.playerId, amount: -3_000, key: `out${n}`, tag: "test" });
    const results = await Promise.all([
      codeOf(wallet.begin(request(at, "cashin", 3_000))),
      ...Array.from({ length: 7 }, (_, n) => codeOf(wallet.adjust(out(n)))),
    ]);
    expect(results.filter((code) => code === null)).toHaveLength(3);
    expect(results.filter((code) => code === ErrorCode.InsufficientBalance)).toHaveLength(5);
    expect(await wallet.balance(at.playerId)).toBe(1_000);
  });

  it("refuses a process that no longer runs the machine", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 100));
    const successor = await takeOver(database.db, at);
    expect(await codeOf(wallet.markSent(transfer.id, at.fence))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(wallet.settle(transfer.id, { moved: 100, credit: 100 }, at.fence))).toBe(
      ErrorCode.ServiceUnavailable,
    );
    expect(await codeOf(wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence))).toBe(
      ErrorCode.ServiceUnavailable,
    );
    expect(await codeOf(wallet.recordGame(game(at, 1, {}), at.fence))).toBe(ErrorCode.ServiceUnavailable);
    expect((await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, successor.fence)).state).toBe("failed");
    expect(await codeOf(wallet.begin(request(at, "cashin", 100)))).toBe(ErrorCode.ServiceUnavailable);
  });

  it("cannot take more out of a machine than the ledger has put there", async () => {
    await cashIn(at, 500);
    const { transfer } = await wallet.begin(request(at, "cashout", null));
    await wallet.markSent(transfer.id, at.fence);
    expect(await codeOf(wallet.settle(transfer.id, { moved: 501, credit: 0 }, at.fence))).toBe(
      ErrorCode.InsufficientBalance,
    );
    expect((await wallet.settle(transfer.id, { moved: 500, credit: 0 }, at.fence)).balanceAfter).toBe(OPENING);
  });

  it("finds transfers by id, by key, and those that are not settled", async () => {
    const asked = request(at, "cashin", 100);
    const { transfer } = await wallet.begin(asked);
    expect(await wallet.byClientId(at.playerId, "cashin", asked.clientTransferId)).toEqual(transfer);
    expect(await wallet.byClientId(at.playerId, "cashout", asked.clientTransferId)).toBeNull();
    expect(await wallet.unresolved(at.machineId)).toEqual([transfer]);
    await wallet.markSent(transfer.id, at.fence);
    await wallet.markUnknown(transfer.id, { asked: 1 }, at.fence);
    expect(await wallet.markUnknown(transfer.id, { said: "pending" }, at.fence)).toMatchObject({
      evidence: { asked: 1, said: "pending" },
    });
    expect((await wallet.unresolved()).map(({ id }) => id)).toContain(transfer.id);
    await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence);
    expect(await wallet.unresolved(at.machineId)).toEqual([]);
    expect(await wallet.get(randomUUID())).toBeNull();
    expect(await codeOf(wallet.markSent(randomUUID(), at.fence))).toBe(ErrorCode.NotFound);
  });
});

describe("the operator", () => {
  it("credits and debits once per key, never below zero", async () => {
    const { playerId } = await newTable(0);
    const credit = { playerId, amount: 700, key: "a", tag: "t" };
    expect(await Promise.all([wallet.adjust(credit), wallet.adjust(credit), wallet.adjust(credit)])).toEqual(
      Array.from({ length: 3 }, () => ({ balance: 700 })),
    );
    expect(await codeOf(wallet.adjust({ ...credit, amount: 701 }))).toBe(ErrorCode.TransferIdReused);
    expect(await codeOf(wallet.adjust({ ...credit, amount: -701, key: "b" }))).toBe(ErrorCode.InsufficientBalance);
    expect(await wallet.adjust({ ...credit, amount: -700, key: "b", ip: "192.0.2.1" })).toEqual({ balance: 0 });
    expect(await codeOf(wallet.adjust({ ...credit, amount: 0, key: "c" }))).toBe(ErrorCode.AmountOutOfRange);
    expect(await codeOf(wallet.adjust({ ...credit, playerId: 1_000_000, key: "c" }))).toBe(ErrorCode.NotFound);
    expect(await codeOf(wallet.balance(1_000_000))).toBe(ErrorCode.NotFound);
  });
});

describe("games", () => {
  it("moves bets and wins between machine and house once, and hand pays to the player", async () => {
    const at = await newTable();
    await cashIn(at, 1_000);
    const played = game(at, 1, { bet: 100, win: 5_050, handPay: 5_000 });
    await Promise.all([wallet.recordGame(played, at.fence), wallet.recordGame(played, at.fence)]);
    await wallet.recordGame(played, at.fence);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(950);
    expect(await wallet.balance(at.playerId)).toBe(OPENING - 1_000 + 5_000);
    expect((await wallet.machineLedgers([at.machineId])).get(at.machineId)?.lastGame).toBe(1);
    expect(balances.at(-1)).toEqual([at.playerId, OPENING - 1_000 + 5_000]);
  });

  it("does not mistake a machine whose count begins again for one that repeats a game", async () => {
    const at = await newTable();
    await cashIn(at, 1_000);
    await wallet.recordGame(game(at, 1, { bet: 100 }), at.fence);
    await expect(wallet.recordGame(game(at, 1, { bet: 200 }), at.fence)).rejects.toThrow(/other figures/);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(900);
  });

  it("records no game of a session that is not this player's at this machine, none before its last one, and no other digest", async () => {
    const [at, other] = [await newTable(), await newTable()];
    await cashIn(at, 1_000);
    for (const wrong of [
      { sessionId: "nobody's" },
      { sessionId: sessionOf(other.playerId) },
      { playerId: other.playerId },
      { playerId: other.playerId, sessionId: sessionOf(other.playerId) },
    ])
      await expect(wallet.recordGame(game(at, 1, { bet: 100, ...wrong }), at.fence)).rejects.toThrow(/has no session/);
    await wallet.recordGame(game(at, 3, { bet: 100 }), at.fence);
    await expect(wallet.recordGame(game(at, 2, { bet: 100 }), at.fence)).rejects.toThrow(/has games after game 2/);
    const withDigest = (bytes: number) =>
      sql`
      select * from record_game_with_jackpots(${at.machineId}, 4, ${at.playerId}, ${sessionOf(at.playerId)}, false, 100, 0,
        0, now(), now(), null, ${at.fence.epoch}, null, ${Buffer.alloc(bytes)})`.execute(database.db);
    for (const bytes of [0, 31, 33]) await expect(withDigest(bytes)).rejects.toThrow(/a digest has 32 bytes/);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(900);
    expect((await wallet.machineLedgers([at.machineId])).get(at.machineId)?.lastGame).toBe(3);
  });

  it("refuses a bet above the machine's credit", async () => {
    const at = await newTable();
    await cashIn(at, 100);
    expect(await codeOf(wallet.recordGame(game(at, 1, { bet: 101, win: 500 }), at.fence))).toBe(
      ErrorCode.InsufficientBalance,
    );
    expect((await wallet.machineLedgers([at.machineId])).get(at.machineId)?.lastGame).toBe(0);
  });

  it("adds a session up", async () => {
    const at = await newTable();
    const sessionId = sessionOf(at.playerId);
    const { transfer } = await wallet.begin(request(at, "cashin", 1_000));
    await wallet.markSent(transfer.id, at.fence);
    await wallet.settle(transfer.id, { moved: 1_000, credit: 1_000 }, at.fence);
    await wallet.recordGame(game(at, 1, { sessionId, bet: 100, win: 30 }), at.fence);
    await wallet.recordGame(game(at, 2, { sessionId, free: true, win: 700, handPay: 500 }), at.fence);
    expect(await wallet.sessionTotals(sessionId)).toEqual({
      cashIn: 1_000,
      cashOut: 0,
      bet: 100,
      won: 730,
      handPaid: 500,
      jackpots: 0,
      spins: 1,
      freeSpins: 1,
    });
  });
});
