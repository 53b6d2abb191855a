import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Fence, Transfer, Wallet } from "./index.ts";

let database: TestDatabase;
let wallet: Wallet;
let nextId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({ db: database.db });
});
afterAll(() => database.close());

const OPENING = 10_000;
interface Table {
  playerId: number;
  machineId: number;
  fence: Fence;
}
/** A player with money before a machine of which this process holds the lease. */
async function newTable(opening = OPENING): Promise<Table> {
  nextId += 1;
  const id = nextId;
  await database.db.transaction().execute(async (trx) => {
    await wallet.openPlayer(trx, id);
    await wallet.openMachine(trx, id);
    await trx
      .insertInto("machine_leases")
      .values({ machine_id: id, owner: "test", epoch: 1, expires_at: new Date(Date.now() + 60_000) })
      .execute();
  });
  if (opening > 0) await wallet.adjust({ playerId: id, amount: opening, key: "opening", tag: "test" });
  return { playerId: id, machineId: id, fence: { machineId: id, epoch: 1 } };
}
const request = (at: Table, kind: "cashin" | "cashout", amount: number | null, key: string = randomUUID()) => ({
  ...at,
  key,
  kind,
  amount,
  sessionId: "s",
  ip: null,
});
async function cashIn(at: Table, amount: number, moved = amount): Promise<Transfer> {
  const { transfer } = await wallet.begin(request(at, "cashin", amount));
  await wallet.markSent(transfer.id, at.fence);
  return wallet.settle(transfer.id, { moved, credit: moved }, at.fence);
}
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("transfers", () => {
  let at: Table;
  beforeEach(async () => {
    at = await newTable();
  });

  it("holds funds at begin, and posts what the machine says it moved", async () => {
    const { transfer, fresh } = await wallet.begin(request(at, "cashin", 4_000));
    expect({ fresh, state: transfer.state }).toEqual({ fresh: true, state: "reserved" });
    expect(await wallet.balance(at.playerId)).toBe(6_000);
    await wallet.markSent(transfer.id, at.fence);
    const done = await wallet.settle(transfer.id, { moved: 2_500, credit: 2_500 }, at.fence);
    expect(done).toMatchObject({ state: "done", moved: 2_500, balanceAfter: 7_500, creditAfter: 2_500 });
    expect(await wallet.balance(at.playerId)).toBe(7_500);
    expect(await wallet.ledgerMachine(at.machineId)).toBe(2_500);
  });

  it("gives the money back where it failed, and stays failed", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 4_000));
    await wallet.fail(transfer.id, { code: 60013 }, at.fence);
    expect(await wallet.balance(at.playerId)).toBe(OPENING);
    await expect(wallet.settle(transfer.id, { moved: 4_000, credit: 0 }, at.fence)).rejects.toThrow();
    await expect(wallet.markSent(transfer.id, at.fence)).rejects.toThrow();
  });

  it("is one transfer for 100 calls with the same key", async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => wallet.begin(request(at, "cashin", 4_000, key))),
    );
    expect(new Set(answers.map(({ transfer }) => transfer.id)).size).toBe(1);
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(await wallet.balance(at.playerId)).toBe(6_000);
  });

  it("refuses a key that was used for something else, and lets another player use the same one", async () => {
    const key = randomUUID();
    await wallet.begin(request(at, "cashin", 4_000, key));
    expect(await codeOf(wallet.begin(request(at, "cashin", 4_001, key)))).toBe(40902);
    const other = await newTable();
    expect((await wallet.begin(request(other, "cashin", 1, key))).fresh).toBe(true);
  });

  it("takes one unresolved transfer per machine", async () => {
    await wallet.begin(request(at, "cashin", 100));
    expect(await codeOf(wallet.begin(request(at, "cashin", 100)))).toBe(60010);
    expect(await codeOf(wallet.begin(request(at, "cashout", null)))).toBe(60010);
    expect(await wallet.balance(at.playerId)).toBe(OPENING - 100);
  });

  it.each([0, -1, 0.1, 1e21, Number.NaN, 2 ** 53])("refuses the amount %d", async (amount) => {
    expect(await codeOf(wallet.begin(request(at, "cashin", amount)))).toBe(60011);
  });

  it("never goes below zero, however many ask at once", async () => {
    const tables = await Promise.all(Array.from({ length: 8 }, () => newTable(0)));
    const results = await Promise.all(
      tables.map((table) => codeOf(wallet.begin({ ...request(table, "cashin", 3_000), playerId: at.playerId }))),
    );
    expect(results.filter((code) => code === null)).toHaveLength(3);
    expect(results.filter((code) => code === 60012)).toHaveLength(5);
    expect(await wallet.balance(at.playerId)).toBe(1_000);
  });

  it("refuses whoever no longer runs the machine", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 100));
    await database.db.updateTable("machine_leases").set({ epoch: 2 }).where("machine_id", "=", at.machineId).execute();
    expect(await codeOf(wallet.markSent(transfer.id, at.fence))).toBe(50300);
    expect(await codeOf(wallet.settle(transfer.id, { moved: 100, credit: 100 }, at.fence))).toBe(50300);
    const fence = { machineId: at.machineId, epoch: 2 };
    expect((await wallet.fail(transfer.id, { code: 60013 }, fence)).state).toBe("failed");
  });

  it("cannot take more out of a machine than the ledger has put there", async () => {
    await cashIn(at, 500);
    const { transfer } = await wallet.begin(request(at, "cashout", null));
    await wallet.markSent(transfer.id, at.fence);
    expect(await codeOf(wallet.settle(transfer.id, { moved: 501, credit: 0 }, at.fence))).toBe(60012);
    expect((await wallet.settle(transfer.id, { moved: 500, credit: 0 }, at.fence)).balanceAfter).toBe(OPENING);
  });
});

describe("games", () => {
  it("moves bets and wins between machine and house once, and hand pays to the player", async () => {
    const at = await newTable();
    await cashIn(at, 1_000);
    const game = {
      ...at,
      sessionId: "s",
      gameNumber: 1,
      free: false,
      bet: 100,
      win: 5_050,
      handPay: 5_000,
      startedAt: new Date(),
      endedAt: new Date(),
      detail: { stops: [1, 2, 3] },
    };
    await Promise.all([wallet.recordGame(game, at.fence), wallet.recordGame(game, at.fence)]);
    await wallet.recordGame(game, at.fence);
    expect(await wallet.ledgerMachine(at.machineId)).toBe(950);
    expect(await wallet.balance(at.playerId)).toBe(OPENING - 1_000 + 5_000);
    expect(await wallet.lastGame(at.machineId)).toBe(1);
  });
});

describe("the database itself", () => {
  it("lets nobody change or remove what was posted", async () => {
    await cashIn(await newTable(), 100);
    await expect(sql`update postings set amount = amount + 1`.execute(database.db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from journals`.execute(database.db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from transfers`.execute(database.db)).rejects.toThrow(/append-only/);
  });

  it("takes no journal that does not balance", async () => {
    const { playerId } = await newTable();
    await expect(
      sql`select post_journal('test:unbalanced', 'test', array[account_of('player', ${playerId}::int)], array[5::bigint], null)`.execute(
        database.db,
      ),
    ).rejects.toThrow(/does not balance/);
  });

  it("shows tampering in the check", async () => {
    const other = await createTestDatabase();
    try {
      const books = createWallet({ db: other.db });
      await other.db.transaction().execute((trx) => books.openPlayer(trx, 1));
      await books.adjust({ playerId: 1, amount: 500, key: "a", tag: "t" });
      expect(await books.check()).toMatchObject({ ok: true, sums: { player: 500, house: -500 } });
      await sql`alter table postings disable trigger all`.execute(other.db);
      await sql`update postings set amount = amount * 2, balance = balance * 2`.execute(other.db);
      await sql`update ledger_accounts set posted = posted * 2`.execute(other.db);
      const report = await books.check();
      expect(report.ok).toBe(false);
      expect(report.broken.join()).toMatch(/does not fit/);
    } finally {
      await other.close();
    }
  });
});

/**
 * Random histories in which the caller is cut off between any two steps, or an answer is lost, with a machine that
 * remembers ids (as AFT does) as the oracle. Whatever happens: recovery settles everything, and no money is made.
 */
describe("random histories", () => {
  class Cut extends Error {}
  class OracleMachine {
    credit = 0;
    readonly seen = new Map<string, number>();
    move(transfer: Transfer): number {
      const known = this.seen.get(transfer.id);
      if (known !== undefined) return known;
      const moved =
        transfer.kind === "cashin" ? (transfer.amount ?? 0) : Math.min(transfer.amount ?? this.credit, this.credit);
      this.credit += transfer.kind === "cashin" ? moved : -moved;
      this.seen.set(transfer.id, moved);
      return moved;
    }
  }
  /** As the floor does after a crash: void before "sent", else ask the machine about the id. */
  async function recover(at: Table, machine: OracleMachine): Promise<void> {
    for (const transfer of await wallet.unresolved(at.machineId)) {
      if (transfer.state === "reserved") {
        await wallet.fail(transfer.id, { code: 60013 }, at.fence);
        continue;
      }
      if (transfer.state === "sent") await wallet.markUnknown(transfer.id, at.fence);
      const moved = machine.seen.get(transfer.id);
      if (moved === undefined) await wallet.fail(transfer.id, { code: 60013 }, at.fence);
      else await wallet.settle(transfer.id, { moved, credit: machine.credit }, at.fence);
    }
  }

  const step = fc.record({
    kind: fc.constantFrom("cashin" as const, "cashout" as const),
    amount: fc.integer({ min: 1, max: 6_000 }),
    /** After how many steps the caller is cut off; 6: never. */
    cutAfter: fc.integer({ min: 0, max: 6 }),
    bet: fc.integer({ min: 0, max: 300 }),
    win: fc.integer({ min: 0, max: 600 }),
  });

  it("settle with nothing lost, doubled or pending", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (history) => {
        const at = await newTable();
        const machine = new OracleMachine();
        let game = 0;
        let won = 0;
        for (const { kind, amount, cutAfter, bet, win } of history) {
          let steps = 0;
          const pass = () => {
            steps += 1;
            if (steps > cutAfter) throw new Cut();
          };
          try {
            pass();
            const { transfer } = await wallet.begin(request(at, kind, kind === "cashin" ? amount : null));
            pass();
            await wallet.markSent(transfer.id, at.fence);
            pass();
            const moved = machine.move(transfer);
            pass();
            await wallet.settle(transfer.id, { moved, credit: machine.credit }, at.fence);
            pass();
          } catch (error) {
            if (!(error instanceof Cut) && !(error instanceof AppError)) throw error;
            await recover(at, machine);
          }
          const stake = Math.min(bet, machine.credit);
          machine.credit += win - stake;
          won += win - stake;
          game += 1;
          await wallet.recordGame(
            {
              ...at,
              sessionId: "s",
              gameNumber: game,
              free: false,
              bet: stake,
              win,
              handPay: 0,
              startedAt: new Date(),
              endedAt: new Date(),
              detail: null,
            },
            at.fence,
          );
        }
        expect(await wallet.unresolved(at.machineId)).toEqual([]);
        expect(await wallet.ledgerMachine(at.machineId)).toBe(machine.credit);
        expect((await wallet.balance(at.playerId)) + machine.credit).toBe(OPENING + won);
      }),
      { numRuns: 60 },
    );
    const report = await wallet.check();
    expect(report.broken).toEqual([]);
    expect(Object.values(report.sums).reduce((sum, part) => sum + part, 0)).toBe(0);
  });
});
