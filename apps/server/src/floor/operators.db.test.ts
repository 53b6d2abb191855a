/**
 * An operator's requests to a machine, under faults and with players seated: executed once, or refused without a
 * change.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { MachineUnreachable } from "@reelcast/machine";
import type { SimulatedMachine } from "@reelcast/machine";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createMachineRequests, createMachineStore } from "./index.ts";
import type { MachineRequest } from "./requestStore.ts";
import { TestFloor } from "./testing/floor.ts";

const OPENING = 100_000;

let database: TestDatabase;
let testFloor: TestFloor;
let killed: TestFloor[];
let player = 0;
let machine = 0;
let machine2 = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  testFloor = new TestFloor(database);
  killed = [];
  const machineStore = createMachineStore(database.db);
  await database.db.transaction().execute(async (trx) => {
    const brandId = await machineStore.addBrand(trx, { name: "Brand" });
    const add = async (serial: string) => {
      const skin = "royal-sevens";
      const id = await machineStore.addMachine(trx, { name: serial, brandId, skin, serial, videoType: "screen" });
      await testFloor.wallet.openMachine(trx, id);
      return id;
    };
    machine = await add("one");
    machine2 = await add("two");
    player = await addTestPlayer(database.db, "anna");
    await testFloor.wallet.openPlayer(trx, player);
  });
  await testFloor.wallet.adjust({ playerId: player, amount: OPENING, key: "opening", tag: "test" });
  await testFloor.start();
});
afterEach(async () => {
  await testFloor.stop();
  const report = await testFloor.wallet.check();
  expect(report.broken).toEqual([]);
  await database.close();
});

const sit = (machineId = machine) => testFloor.floor.sit({ playerId: player, machineId, ip: "127.0.0.1" });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const driverOf = (id = machine): SimulatedMachine => {
  const found = testFloor.machines.get(id);
  if (!found) throw new Error("no machine");
  return found;
};
const balance = () => testFloor.wallet.balance(player);
const stateOf = async (sessionId: string) =>
  (await database.db.selectFrom("sessions").select("state").where("id", "=", sessionId).executeTakeFirst())?.state;
const checking = () => testFloor.wallet.checking(player);
const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });

const add = (kind: MachineRequest["kind"], params: MachineRequest["params"] = {}, machineId = machine) =>
  createMachineRequests(database.db).add({ machineId, kind, params, by: "ayse", reason: "checked it" });
const outcomeOf = (id: string) =>
  vi.waitFor(async () => {
    const outcome = await createMachineRequests(database.db).outcome(id);
    if (!outcome) throw new Error("it waits");
    return outcome;
  });
async function request(kind: MachineRequest["kind"], params: MachineRequest["params"] = {}) {
  const id = await add(kind, params);
  await testFloor.floor.reload(machine);
  return outcomeOf(id);
}
/** The process is killed: what it waits for never comes, and another one goes on. */
async function killAndStart(): Promise<void> {
  testFloor.node.authority = false;
  killed.push(testFloor);
  testFloor = new TestFloor(database);
  await testFloor.start();
}
/** The machine has credit that the ledger knows nothing of, and nobody sits there. */
async function strayCredit(credit: number): Promise<void> {
  await testFloor.stop();
  await sql`update machine_memories set state = jsonb_set(state, '{meters,credit}', ${String(credit)}::jsonb)
    where machine_id = ${machine}`.execute(database.superuser);
  testFloor = new TestFloor(database);
  await testFloor.start();
}
async function loseMemory(credit: number): Promise<void> {
  const seat = await sit();
  await seat.cashIn(deposit(credit));
  await driverOf().faults.clearMemory();
  await vi.waitFor(async () => expect(await checking()).toBe(credit));
}

describe("settling a machine", () => {
  it("pays once for many requests at once, also if they were made while no server ran", async () => {
    await loseMemory(5_000);
    await testFloor.stop();
    const ids = [await add("settle"), await add("settle"), await add("settle", { pay: 5_000, playerId: player })];
    ids.push(await add("back"));
    testFloor = new TestFloor(database);
    await testFloor.start();
    const outcomes = await Promise.all(ids.map(outcomeOf));
    expect(outcomes.map(({ done }) => done)).toEqual([true, true, false, true]);
    expect(outcomes.slice(0, 2).map(({ answer }) => answer)).toEqual(["5000", "0"]);
    expect([await balance(), await checking()]).toEqual([OPENING, 0]);
    expect((await testFloor.wallet.check()).ok).toBe(true);
  });

  it("goes on where the process is killed between the machine and the ledger: the money in suspense", async () => {
    await loseMemory(5_000);
    const cleared = Promise.withResolvers<void>();
    testFloor.wallet.settleMachine = () => {
      cleared.resolve();
      return new Promise<never>(() => {});
    };
    const id = await add("settle");
    void testFloor.floor.reload(machine);
    await cleared.promise;
    await killAndStart();
    expect(await outcomeOf(id)).toEqual({ done: true, answer: "5000" });
    expect([await balance(), await checking()]).toEqual([OPENING, 0]);
    expect(await request("back")).toMatchObject({ done: true });
  });

  it("goes on where the process is killed between the machine and the ledger: credit that only the machine knew", async () => {
    await sit().then((seat) => seat.leave());
    await strayCredit(7_000);
    const cleared = Promise.withResolvers<void>();
    testFloor.wallet.settleMachine = () => {
      cleared.resolve();
      return new Promise<never>(() => {});
    };
    const id = await add("settle", { pay: 7_000, playerId: player });
    void testFloor.floor.reload(machine);
    await cleared.promise;
    expect(driverOf().state().credit).toBe(0);
    await killAndStart();
    expect(await outcomeOf(id)).toEqual({ done: true, answer: "7000" });
    expect(await balance()).toBe(OPENING + 7_000);
    expect(await request("back")).toMatchObject({ done: true });
    expect((await testFloor.wallet.check()).ok).toBe(true);
  });

  it("answers with the amount if the process is killed after the posting", async () => {
    await loseMemory(5_000);
    const { wallet } = testFloor;
    const settle = wallet.settleMachine.bind(wallet);
    const booked = Promise.withResolvers<void>();
    wallet.settleMachine = async (...settlement) => {
      await settle(...settlement);
      booked.resolve();
      await new Promise<never>(() => {});
    };
    const id = await add("settle");
    void testFloor.floor.reload(machine);
    await booked.promise;
    await killAndStart();
    expect(await outcomeOf(id)).toEqual({ done: true, answer: "5000" });
    expect([await balance(), await checking()]).toEqual([OPENING, 0]);
  });

  it("is refused while somebody sits there, and so is putting back", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(5_000));
    expect(await request("settle")).toMatchObject({
      done: false,
      answer: expect.stringContaining("seated"),
      refusal: { code: ConsoleErrorCode.SomebodySeated },
    });
    expect(await request("back")).toMatchObject({ done: false, answer: expect.stringContaining("seated") });
    expect(driverOf().state().credit).toBe(5_000);
    expect(await seat.leave()).toEqual({ amount: 5_000 });
  });
});

describe("requests", () => {
  it("of an unreachable machine delay no others", async () => {
    driverOf(machine2).faults.offline(true);
    for (let n = 0; n < 120; n += 1) await add("meters", {}, machine2);
    expect(await request("meters")).toMatchObject({ done: true });
    driverOf(machine2).faults.offline(false);
  });
});

describe("a player", () => {
  it("may use one id for a deposit and for a cash-out: they are two things, each done once", async () => {
    const seat = await sit();
    const both = deposit(5_000);
    await seat.cashIn(both);
    expect(await seat.cashOut({ clientTransferId: both.clientTransferId })).toMatchObject({ amount: 5_000 });
    expect(await seat.cashOut({ clientTransferId: both.clientTransferId })).toMatchObject({ amount: 5_000 });
    expect(await seat.cashIn(both)).toMatchObject({ credit: 5_000, balance: OPENING - 5_000 });
    expect([driverOf().state().credit, await balance()]).toEqual([0, OPENING]);
  });

  it("leaves one row however often a cash-out of nothing is repeated", async () => {
    const seat = await sit();
    const clientTransferId = randomUUID();
    await Promise.all(Array.from({ length: 100 }, () => seat.cashOut({ clientTransferId })));
    expect(await database.db.selectFrom("transfers").selectAll().execute()).toHaveLength(1);
  });

  it("holds no seat without a deposit: neither by cash-outs of nothing, nor by reconnecting", async () => {
    await testFloor.stop();
    testFloor = new TestFloor(database, { depositSeconds: 60 });
    await testFloor.start();
    let seat = await sit();
    const { sessionId } = seat;
    // A second connection renews the deposit time once.
    for (let seconds = 0; seconds < 140; seconds += 20) {
      await codeOf(seat.cashOut({ clientTransferId: randomUUID() }));
      seat = await sit().catch(() => seat);
      testFloor.node.skipped += 20_000;
    }
    await vi.waitFor(async () => expect(await stateOf(sessionId)).toBe("closed"));
  });

  it("holds no seat after a deposit was taken back by cashing nothing out", async () => {
    await testFloor.stop();
    testFloor = new TestFloor(database, { idleSeconds: 60 });
    await testFloor.start();
    const seat = await sit();
    await seat.cashIn(deposit(1_000));
    await seat.cashOut({});
    // 60 s and the warning of 10 s.
    for (let seconds = 0; seconds < 80; seconds += 20) {
      await codeOf(seat.cashOut({ clientTransferId: randomUUID() }));
      testFloor.node.skipped += 20_000;
    }
    await vi.waitFor(async () => expect(await stateOf(seat.sessionId)).toBe("closed"));
    expect(await codeOf(seat.cashOut({ clientTransferId: randomUUID() }))).toBe(ErrorCode.SessionTerminated);
  });

  it.each(["kick", "ban", "leave"] as const)("is not lost by a %s while money is in doubt", async (how) => {
    const seat = await sit();
    await seat.cashIn(deposit(5_000));
    const driver = driverOf();
    const transferIn = driver.transferIn.bind(driver);
    driver.transferIn = async (request) => {
      driver.faults.offline(true);
      return transferIn(request);
    };
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(ErrorCode.TransferInDoubt);
    const ending =
      how === "leave"
        ? codeOf(seat.leave())
        : how === "kick"
          ? codeOf(testFloor.floor.kick({ playerId: player, machineId: machine, mayKickOthers: false }))
          : null;
    if (how === "ban") testFloor.bus.publish("player.ended", { playerId: player, reason: "banned" } as never);
    await vi.waitFor(async () => expect(await stateOf(seat.sessionId)).toBe("closing"));
    driver.transferIn = transferIn;
    await sql`update machine_memories set state = state where machine_id = ${machine}`.execute(database.superuser);
    await driver.faults.clearMemory();
    driver.faults.offline(false);
    await vi.waitFor(async () => expect(await checking()).toBe(5_700));
    expect(await ending).toBe(how === "ban" ? null : ErrorCode.AmountUnderReview);
    expect(await balance()).toBe(OPENING - 5_700);
    const [unresolved] = await testFloor.wallet.unresolved();
    expect(unresolved?.state).toBe("manual");
    expect(await request("settle")).toMatchObject({
      done: false,
      answer: expect.stringContaining("resolve it first"),
      refusal: { code: ConsoleErrorCode.TransferUnresolved, params: { transfer: unresolved?.id } },
    });
    expect(await request("back")).toMatchObject({ done: false, answer: expect.stringContaining("not resolved") });
    const by = { by: "ayse", reason: "counted" };
    await testFloor.wallet.resolveManual(unresolved?.id ?? "", { state: "failed", moved: 0, ...by }, null);
    await testFloor.floor.reload(machine);
    expect(await request("settle")).toEqual({ done: true, answer: "5000" });
    expect(await request("back")).toMatchObject({ done: true });
    expect([await balance(), await checking()]).toEqual([OPENING, 0]);
  });

  it("gets the amount of a cash-out that is under review", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(5_000));
    const driver = driverOf();
    driver.transferOut = async () => {
      await driver.faults.clearMemory();
      throw new MachineUnreachable("the answer is lost");
    };
    const clientTransferId = randomUUID();
    await codeOf(seat.cashOut({ clientTransferId }));
    await vi.waitFor(async () => expect(await checking()).toBe(5_000));
    await expect(seat.cashOut({ clientTransferId })).rejects.toMatchObject({
      code: ErrorCode.AmountUnderReview,
      params: { amount: 5_000 },
    });
  });

  it("presses once with one number, also from an older tab", async () => {
    const first = await sit();
    await first.cashIn(deposit(5_000));
    expect(await codeOf(first.press("betMax", 1))).not.toBe(ErrorCode.SeatTakenOver);
    expect(await codeOf(first.press("play", 1))).toBe(ErrorCode.PressRefused);
    const second = await sit();
    expect(await codeOf(first.press("play", 2))).toBe(ErrorCode.SeatTakenOver);
    expect(await codeOf(first.cashOut({}))).toBe(ErrorCode.SeatTakenOver);
    expect(await codeOf(first.leave())).toBe(ErrorCode.SeatTakenOver);
    expect(await second.leave()).toMatchObject({ amount: expect.any(Number) });
  });
});
