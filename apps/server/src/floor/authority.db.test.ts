import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineFenced } from "@reelcast/machine";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMachineStore } from "./index.ts";
import type { TestFloor } from "./testing/floor.ts";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";
import { stayOpen } from "../storage/testing/locks.ts";

let stage: Stage;
let others: TestFloor[];
let player = 0;
let machine = 0;
let machine2 = 0;

beforeEach(async () => {
  others = [];
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
  [player, machine, machine2] = [stage.player(), stage.machine(), stage.machine(1)];
});
afterEach(async () => {
  expect(await stage.close(others)).toEqual([]);
});

const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });
/** A second process becomes the active one while the first does not notice: as when that was paused. */
async function takeOver(): Promise<TestFloor> {
  const other = stage.testFloor;
  others.push(other);
  await stage.replaceFloor();
  return other;
}

describe("an owner that was replaced while it was paused", () => {
  it("writes nothing more: no session, no transfer, no game, no memory, no quarantine, no big win", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(50_000));
    const before = await stage.session(seat.sessionId);
    const old = await takeOver();
    const { epoch } = await stage.database.db
      .selectFrom("machine_leases")
      .selectAll()
      .where("machine_id", "=", machine)
      .executeTakeFirstOrThrow();
    const fence = { machineId: machine, epoch: epoch - 1 };
    const memory = await stage.database.db
      .selectFrom("machine_memories")
      .selectAll()
      .where("machine_id", "=", machine)
      .execute();
    expect(await codeOf(seat.press("play"))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(seat.cashOut({}))).toBe(ErrorCode.ServiceUnavailable);
    await expect(stage.driver(0, old).resetHandPay()).rejects.toBeInstanceOf(MachineFenced);
    const machineStore = createMachineStore(stage.database.db);
    await expect(machineStore.quarantine(machine, "x", fence.epoch)).rejects.toMatchObject({
      cause: { code: "RC001" },
    });
    await expect(machineStore.bigWin(machine, fence.epoch)).rejects.toMatchObject({ cause: { code: "RC001" } });
    for (const statement of [
      sql`select session_begin(${randomUUID()}, ${player}, ${machine2}, null, ${0})`,
      sql`select session_connect(${seat.sessionId}, 7, null, ${fence.epoch})`,
      sql`select session_ending(${seat.sessionId}, 'kick', ${fence.epoch})`,
      sql`select session_close(${seat.sessionId}, 'kick', ${fence.epoch})`,
    ])
      await expect(statement.execute(stage.database.db)).rejects.toMatchObject({ code: "RC001" });
    // Nothing of what it tried shows, and the new owner plays on.
    expect(await stage.session(seat.sessionId)).toEqual(before);
    expect(
      await stage.database.db.selectFrom("machine_memories").selectAll().where("machine_id", "=", machine).execute(),
    ).toEqual(memory);
    expect(await stage.database.db.selectFrom("games").selectAll().execute()).toEqual([]);
    const back = await stage.sit();
    expect(back.init).toMatchObject({ session: { id: seat.sessionId }, meters: { credit: 50_000 } });
    expect(await back.leave()).toEqual({ amount: 50_000 });
    expect(await stage.balance()).toBe(OPENING);
  });

  it("gives its machines up by itself once a write was refused", async () => {
    const seat = await stage.sit();
    const old = await takeOver();
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(ErrorCode.ServiceUnavailable);
    await vi.waitFor(() => expect(old.floor.knows(machine)).toBe(false));
    expect(stage.testFloor.floor.knows(machine)).toBe(true);
  });

  it("can move no money at the machine either, between 'sent' and the command", async () => {
    const seat = await stage.sit();
    const paused = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    stage.testFloor.onStep = async (step) => {
      if (step !== "before:send") return;
      reached.resolve();
      await paused.promise;
    };
    const cashIn = codeOf(seat.cashIn(deposit(700)));
    await reached.promise;
    await takeOver();
    // The new owner has interrogated the machine: the transfer has failed for good.
    await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
    expect(await stage.balance()).toBe(OPENING);
    paused.resolve();
    expect(await cashIn).not.toBeNull();
    expect(stage.driver().state().credit).toBe(0);
    expect(await stage.balance()).toBe(OPENING);
    expect((await stage.testFloor.wallet.machineBalance(machine)).credit).toBe(0);
  });

  it("does nothing while it has no authority, and no countdown runs", async () => {
    await stage.testFloor.stop();
    await stage.replaceFloor({ depositSeconds: 60 });
    const seat = await stage.sit();
    stage.testFloor.node.authority = false;
    expect(await codeOf(seat.press("play"))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(stage.sit(0, 1))).toBe(ErrorCode.ServiceUnavailable);
    expect(await codeOf(seat.leave())).toBe(ErrorCode.ServiceUnavailable);
    stage.testFloor.node.authority = true;
    expect(await codeOf(seat.cashIn(deposit(500)))).toBeNull();
  });
});

/** The machine's player is kicked at this step of effects, once. */
function kickAt(at: string): Promise<unknown>[] {
  const kicks: Promise<unknown>[] = [];
  stage.testFloor.onStep = (step) => {
    if (step === at && kicks.length === 0)
      kicks.push(stage.testFloor.floor.kick({ playerId: player, machineId: machine, mayKickOthers: false }));
  };
  return kicks;
}
/** The process is killed at this step of the command, and another one has finished what it left open. */
async function killAt(at: string, command: () => Promise<unknown>): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  let cut = false;
  stage.testFloor.onStep = async (step) => {
    if (step !== at || cut) return;
    cut = true;
    reached.resolve();
    // Nothing of a killed process goes on.
    await never;
  };
  void command().catch(() => {});
  await reached.promise;
  const killed = stage.testFloor;
  await stage.replaceFloor();
  killed.node.authority = false;
  await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
}
/** What was moved, or the code of the refusal. */
const outcomeOf = (moved: Promise<number>): Promise<unknown> =>
  moved.catch((error: unknown) => (error instanceof AppError ? error.code : error));

const STEPS = ["reserve", "lock", "markSent", "send", "settle", "unlock"] as const;
describe.each(["before", "after"] as const)("%s each step of a deposit", (when) => {
  it.each(STEPS)("%s: a kick waits, and the money goes to the one who was kicked", async (step) => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    const kicks = kickAt(`${when}:${step}`);
    const clientTransferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, clientTransferId }))).toBeNull();
    expect(kicks).toHaveLength(1);
    await Promise.all(kicks);
    expect(await stage.balance()).toBe(OPENING);
    expect(await stage.session(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "kick", paid_out: 1_700 });
    expect(stage.driver().state().credit).toBe(0);
    // The same id again: its first answer, though the session is over.
    expect(await seat.cashIn({ amount: 700, clientTransferId })).toMatchObject({
      transferId: clientTransferId,
      credit: 1_700,
    });
  });

  it.each(STEPS)("%s: another owner finishes it, once", async (step) => {
    const seat = await stage.sit();
    const clientTransferId = randomUUID();
    await killAt(`${when}:${step}`, () => seat.cashIn({ amount: 700, clientTransferId }));
    const again = await stage.sit();
    const answer = await outcomeOf(
      again.cashIn({ amount: 700, clientTransferId, sessionId: seat.sessionId }).then(({ credit }) => credit),
    );
    // Failed if it was never sent, done if it was; never twice.
    expect([700, ErrorCode.TransferRefused]).toContain(answer);
    const credit = answer === 700 ? 700 : 0;
    expect([stage.driver().state().credit, await stage.balance()]).toEqual([credit, OPENING - credit]);
    expect(await stage.testFloor.wallet.machineBalance(machine)).toEqual({
      credit,
      transferredIn: credit,
      transferredOut: 0,
    });
  });
});

describe.each(["before", "after"] as const)("%s each step of a cash-out", (when) => {
  it.each(STEPS)("%s: a kick waits, and brings nothing", async (step) => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(700));
    const kicks = kickAt(`${when}:${step}`);
    const clientTransferId = randomUUID();
    expect(await seat.cashOut({ clientTransferId })).toMatchObject({ amount: 700, credit: 0, balance: OPENING });
    expect(kicks).toHaveLength(1);
    await Promise.all(kicks);
    expect(await stage.balance()).toBe(OPENING);
    expect(await stage.session(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "kick", paid_out: 0 });
    // The same id again: its first answer, though the session is over.
    expect(await seat.cashOut({ clientTransferId })).toMatchObject({ amount: 700, balance: OPENING });
  });

  it.each(STEPS)("%s: another owner finishes it, once", async (step) => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(700));
    const clientTransferId = randomUUID();
    await killAt(`${when}:${step}`, () => seat.cashOut({ clientTransferId }));
    const again = await stage.sit();
    const answer = await outcomeOf(again.cashOut({ clientTransferId }).then(({ amount }) => amount));
    // Failed if it was never sent, done if it was; never twice.
    expect([700, ErrorCode.TransferRefused]).toContain(answer);
    const credit = answer === 700 ? 0 : 700;
    expect([stage.driver().state().credit, await stage.balance()]).toEqual([credit, OPENING - credit]);
    expect(await stage.testFloor.wallet.machineBalance(machine)).toEqual({
      credit,
      transferredIn: 700,
      transferredOut: 700 - credit,
    });
  });
});

describe("the answer to a command", () => {
  it("is the first one again: at zero credit, while the session ends, and after it", async () => {
    const seat = await stage.sit();
    const nothing = randomUUID();
    expect(await seat.cashOut({ clientTransferId: nothing })).toMatchObject({ amount: 0, balance: OPENING });
    const brought = deposit(10_000);
    await seat.cashIn(brought);
    expect(await seat.cashOut({ clientTransferId: nothing })).toMatchObject({ amount: 0 });
    expect(stage.driver().state().credit).toBe(10_000);
    stage.driver().faults.offline(true);
    const leaving = seat.leave();
    await vi.waitFor(async () => expect(await codeOf(seat.cashIn(deposit(1)))).toBe(ErrorCode.SessionTerminated));
    expect(await seat.cashIn(brought)).toMatchObject({ credit: 10_000, balance: OPENING - 10_000 });
    expect(await seat.cashOut({ clientTransferId: nothing })).toMatchObject({ amount: 0 });
    stage.driver().faults.offline(false);
    expect(await leaving).toEqual({ amount: 10_000 });
    expect(await seat.cashOut({ clientTransferId: nothing })).toMatchObject({ amount: 0 });
    expect(await seat.leave()).toEqual({ amount: 10_000 });
    expect(await stage.balance()).toBe(OPENING);
  });

  it("goes by the settings as they are now", async () => {
    const seat = await stage.sit();
    stage.testFloor.settings = { maxAllIn: 500 };
    expect(await codeOf(seat.cashIn(deposit(501)))).toBe(ErrorCode.AmountOutOfRange);
    stage.testFloor.settings = {};
    expect(await codeOf(seat.cashIn(deposit(501)))).toBeNull();
  });
});

describe("leases", () => {
  const leases = () => stage.database.db.selectFrom("machine_leases").selectAll().orderBy("machine_id").execute();

  it("are released at an orderly end, taken with a higher epoch, and left by a retired machine", async () => {
    const first = await leases();
    expect(first.map(({ node }) => node)).toEqual([stage.testFloor.node.id, stage.testFloor.node.id]);
    await stage.testFloor.stop();
    expect((await leases()).map(({ node }) => node)).toEqual([null, null]);
    await stage.replaceFloor();
    expect((await leases()).map(({ epoch }) => epoch)).toEqual(first.map(({ epoch }) => epoch + 1));
    expect(await createMachineStore(stage.database.db).retire(machine2)).toBeNull();
    await stage.testFloor.floor.reload(machine2);
    await vi.waitFor(async () => expect((await leases())[1]?.node).toBeNull());
    expect(stage.testFloor.floor.knows(machine2)).toBe(false);
    expect(await codeOf(stage.sit(0, 1))).toBe(ErrorCode.NotFound);
    expect((await stage.testFloor.floor.machines(player)).machines.map(({ id }) => id)).toEqual([machine]);
  });

  it("do not let a machine be retired with somebody at it", async () => {
    await stage.sit();
    expect(await createMachineStore(stage.database.db).retire(machine)).toContain("seated");
  });

  it("of a machine whose row another transaction holds are taken as soon as that ends, without waiting", async () => {
    await stage.testFloor.stop();
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = stage.database.db.transaction().execute(async (trx) => {
      await stayOpen(trx);
      await sql`select 1 from machine_leases where machine_id = ${machine} for share`.execute(trx);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    await stage.replaceFloor();
    expect([stage.testFloor.floor.knows(machine), stage.testFloor.floor.knows(machine2)]).toEqual([false, true]);
    held.resolve();
    await other;
    await vi.waitFor(() => expect(stage.testFloor.floor.knows(machine)).toBe(true));
  });
});
