/**
 * Random histories in which something fails between any two steps: the process is killed, before or after the database
 * has committed, or the connection is lost, before or after; the machine moves all, a part or nothing, or does not
 * answer. Whatever happens: recovery settles everything, no money is made or lost, and a retry has no second effect.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import * as fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Wallet } from "./index.ts";
import { codeOf, game, newTable, OPENING, OracleMachine, request, takeOver } from "./testing.ts";
import type { Table } from "./testing.ts";

let database: TestDatabase;
/** Without faults: the wallet of the process that comes after. */
let nextWallet: Wallet;
beforeAll(async () => {
  database = await createTestDatabase();
  nextWallet = createWallet({ db: database.db });
});
afterAll(() => database.close());

class Killed extends Error {}

interface Fault {
  /** Which query of the step, from 0. */
  query: number;
  committed: boolean;
  what: "killed" | "connection lost";
}

/** A wallet whose n-th query fails, before it is sent or after it was carried out. */
function faultyWallet(fault: Fault | null): Wallet {
  let count = 0;
  const fail = (): never => {
    if (fault?.what === "killed") throw new Killed();
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (fault && count === fault.query && !fault.committed) {
        count += 1;
        fail();
      }
      return node;
    },
    async transformResult({ result }) {
      count += 1;
      if (fault && count === fault.query + 1 && fault.committed) fail();
      return result;
    },
  };
  return createWallet({ db: database.db.withPlugin(plugin) });
}

interface Step {
  kind: "cashin" | "cashout";
  amount: number;
  part: number;
  /** Whether the machine receives it at all, and whether its answer comes. */
  line: "good" | "no answer" | "not received";
  fault: Fault | null;
  bet: number;
  win: number;
}

async function transfer(wallet: Wallet, at: Table, machine: OracleMachine, step: Step, key: string): Promise<void> {
  const amount = step.kind === "cashin" ? step.amount : null;
  const { transfer, fresh } = await wallet.begin(request(at, step.kind, amount, key));
  if (!fresh) return;
  await wallet.markSent(transfer.id, at.fence);
  const moved = step.line === "not received" ? 0 : machine.move(transfer, step.part);
  if (step.line !== "good") await wallet.markUnknown(transfer.id, {}, at.fence);
  else if (moved === 0) await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence);
  else await wallet.settle(transfer.id, { moved, credit: machine.credit }, at.fence);
}

/** As the floor does: void what was never sent, else ask the machine about the id. */
async function recover(at: Table, machine: OracleMachine): Promise<void> {
  for (const left of await nextWallet.unresolved(at.machineId)) {
    if (left.state === "sent") await nextWallet.markUnknown(left.id, {}, at.fence);
    const moved = left.state === "reserved" ? undefined : machine.interrogate(left.id);
    if (moved === undefined) await nextWallet.fail(left.id, { code: ErrorCode.TransferRefused }, at.fence);
    else await nextWallet.settle(left.id, { moved, credit: machine.credit }, at.fence);
  }
}

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("cashin", "cashout"),
  amount: fc.integer({ min: 1, max: 6_000 }),
  part: fc.constantFrom(1, 1, 1, 0.5, 0),
  line: fc.constantFrom("good", "good", "good", "no answer", "not received"),
  fault: fc.option(
    fc.record({
      query: fc.integer({ min: 0, max: 3 }),
      committed: fc.boolean(),
      what: fc.constantFrom("killed", "killed", "connection lost"),
    }),
    { freq: 3 },
  ),
  bet: fc.integer({ min: 0, max: 300 }),
  win: fc.integer({ min: 0, max: 600 }),
});

it("settle with nothing lost, doubled or pending", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (history) => {
      let at = await newTable(database.db, nextWallet);
      const machine = new OracleMachine();
      let games = 0;
      let won = 0;
      for (const step of history) {
        const key = randomUUID();
        const before = at;
        try {
          await transfer(faultyWallet(step.fault), at, machine, step, key);
        } catch (error) {
          if (error instanceof Killed) at = await takeOver(database.db, at);
          else if (!(error instanceof AppError)) throw error;
        }
        const left = await nextWallet.unresolved(at.machineId);
        if (at !== before) {
          // The one that was thought dead comes back.
          for (const { id } of left) {
            expect(await codeOf(nextWallet.settle(id, { moved: 1, credit: 1 }, before.fence))).toBe(
              ErrorCode.ServiceUnavailable,
            );
          }
        }
        await recover(at, machine);
        // The player's app asks again with the same key: one that is there is answered, not done again.
        const known = await nextWallet.byClientId(at.playerId, step.kind, key);
        if (known) {
          const again = await nextWallet.begin(
            request(at, step.kind, step.kind === "cashin" ? step.amount : null, key),
          );
          expect(again).toEqual({ transfer: known, fresh: false });
          if (known.state === "done") expect(known.moved).toBe(machine.interrogate(known.id));
          else expect(machine.interrogate(known.id) ?? 0).toBe(0);
        }
        expect((await nextWallet.machineBalance(at.machineId)).credit).toBe(machine.credit);

        const bet = Math.min(step.bet, machine.credit);
        machine.credit += step.win - bet;
        won += step.win - bet;
        games += 1;
        await nextWallet.recordGame(game(at, games, { bet, win: step.win }), at.fence);
      }
      expect(await nextWallet.unresolved(at.machineId)).toEqual([]);
      expect((await nextWallet.machineBalance(at.machineId)).credit).toBe(machine.credit);
      expect((await nextWallet.balance(at.playerId)) + machine.credit).toBe(OPENING + won);
    }),
    { numRuns: 100 },
  );
  const report = await nextWallet.check();
  expect(report.broken).toEqual([]);
  expect(report.pending).toBe(0);
  expect(Object.values(report.sums).reduce((sum, part) => sum + part, 0)).toBe(0);
  // A hundred histories take 17 s alone, and several times that on a busy computer.
}, 180_000);
