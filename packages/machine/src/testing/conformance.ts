/**
 * What every driver must do, whatever machine stands behind it. Give it to your test runner:
 *
 *     describe("my driver", () => testMachineDriver({ it, open: async () => ({ machine, settle, loseNext }) }));
 *
 * The tests move small amounts of real credit.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { MachineUnreachable } from "../driver.ts";
import type { MachineDriver, Meters } from "../driver.ts";

export interface DriverUnderTest {
  machine: MachineDriver;
  /** Resolves once nothing goes on any more: the game that was begun is over. */
  settle: () => Promise<void>;
  /** Makes the next question, or its answer, get lost. */
  loseNext: (when: "before" | "after") => void;
}
export interface ConformanceOptions {
  it: (name: string, test: () => Promise<void>) => void;
  /** A machine without credit and without a game under way. */
  open: () => Promise<DriverUnderTest>;
}

const LOCK_MS = 10_000;

function assertMetersAgree(meters: Meters): void {
  const { credit, transferredIn, coinOut, coinIn, transferredOut, handPaid } = meters;
  assert.equal(credit, transferredIn + coinOut - coinIn - transferredOut - handPaid);
}
async function moveIn(machine: MachineDriver, amount: number): Promise<void> {
  assert.equal(await machine.lock(LOCK_MS), true);
  const answer = await machine.transferIn({ transferId: randomUUID(), amount });
  assert.equal(answer.status, "done");
  await machine.unlock();
}

export function testMachineDriver({ it, open }: ConformanceOptions): void {
  it("identifies itself, shows its deck, and has meters that agree", async () => {
    const { machine } = await open();
    const identity = await machine.identify();
    assert.equal(identity.machineId, machine.machineId);
    assert.ok(identity.returnToPlayer > 0.5 && identity.returnToPlayer < 1);
    assert.ok(identity.minBet === null || (Number.isSafeInteger(identity.minBet) && identity.minBet > 0));
    const ids = machine.bands().flatMap(({ controls }) => controls.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(machine.bands().some(({ controls }) => controls.some(({ kind }) => kind === "play")));
    assertMetersAgree(await machine.meters());
    await machine.close();
  });

  it("moves money only under the lock", async () => {
    const { machine } = await open();
    const refused = await machine.transferIn({ transferId: randomUUID(), amount: 1_000 });
    assert.equal(refused.status, "refused");
    assert.equal((await machine.meters()).credit, 0);
    await machine.close();
  });

  it("moves an id once, and answers it again with what it did", async () => {
    const { machine } = await open();
    const transferId = randomUUID();
    await machine.lock(LOCK_MS);
    const first = await machine.transferIn({ transferId, amount: 1_000 });
    const second = await machine.transferIn({ transferId, amount: 1_000 });
    await machine.unlock();
    assert.deepEqual([first.status, second.status], ["done", "done"]);
    assert.equal(second.status === "done" && second.duplicate, true);
    assert.equal((await machine.meters()).credit, 1_000);
    await machine.close();
  });

  for (const when of ["before", "after"] as const) {
    it(`can be asked about a transfer whose ${when === "before" ? "question" : "answer"} was lost`, async () => {
      const { machine, loseNext } = await open();
      const transferId = randomUUID();
      await machine.lock(LOCK_MS);
      loseNext(when);
      await assert.rejects(machine.transferIn({ transferId, amount: 700 }), MachineUnreachable);
      const answer = await machine.interrogate(transferId);
      assert.equal(answer.status, when === "before" ? "notFound" : "done");
      assert.equal((await machine.meters()).credit, when === "before" ? 0 : 700);
      await machine.close();
    });
  }

  it("gives back all its credit, and never more", async () => {
    const { machine } = await open();
    await moveIn(machine, 1_000);
    await machine.lock(LOCK_MS);
    const tooMuch = await machine.transferOut({ transferId: randomUUID(), amount: 1_001 });
    assert.equal(tooMuch.status, "refused");
    const all = await machine.transferOut({ transferId: randomUUID(), amount: null });
    assert.equal(all.status === "done" && all.moved, 1_000);
    assert.equal((await machine.meters()).credit, 0);
    assertMetersAgree(await machine.meters());
    await machine.close();
  });

  it("plays a game: lit, started, ended, in the meters, and remembered for a house that missed it", async () => {
    const { machine, settle } = await open();
    await moveIn(machine, 100_000);
    const before = await machine.meters();
    const events: string[] = [];
    machine.subscribe((event) => void events.push(event.type));
    assert.equal((await machine.press("play")).accepted, true);
    assert.equal(await machine.lock(LOCK_MS), false);
    const refused = await machine.transferOut({ transferId: randomUUID(), amount: null });
    assert.equal(refused.status, "refused");
    await settle();
    const meters = await machine.meters();
    assertMetersAgree(meters);
    const games = await machine.gamesSince(before.gamesPlayed);
    assert.ok(games.length >= 1);
    assert.equal(
      meters.credit,
      before.credit + games.reduce((sum, { win, bet, handPay }) => sum + win - handPay - bet, 0),
    );
    assert.deepEqual(events.filter((type) => type === "gameStart" || type === "gameEnd").slice(0, 2), [
      "gameStart",
      "gameEnd",
    ]);
    await machine.close();
  });

  it("refuses a control that is not there, and play without credit", async () => {
    const { machine } = await open();
    assert.deepEqual(await machine.press("no-such-control"), { accepted: false, reason: "unknownControl" });
    assert.deepEqual(await machine.press("play"), { accepted: false, reason: "lowCredit" });
    await machine.close();
  });
}
