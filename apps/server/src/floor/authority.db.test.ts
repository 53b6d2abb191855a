import { randomUUID } from "node:crypto";
import { AppError, majorUnits } from "@reelcast/contract";
import { MachineFenced } from "@reelcast/machine";
import type { SimulatedMachine } from "@reelcast/machine";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addTestPlayer, createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createMachineRequests, createRegistry } from "./index.ts";
import type { MachineRequest } from "./index.ts";
import { House } from "./testing.ts";

const OPENING = 100_000;

let database: TestDatabase;
let house: House;
let others: House[];
let player = 0;
let machine = 0;
let machine2 = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  house = new House(database);
  others = [];
  const registry = createRegistry(database.db);
  await database.db.transaction().execute(async (trx) => {
    const brandId = await registry.addBrand(trx, { name: "Brand" });
    const add = async (serial: string) => {
      const id = await registry.addMachine(trx, {
        name: serial,
        brandId,
        skin: "royal-sevens",
        serial,
        videoType: "screen",
      });
      await house.wallet.openMachine(trx, id);
      return id;
    };
    machine = await add("one");
    machine2 = await add("two");
    player = await addTestPlayer(database.db, "anna");
    await house.wallet.openPlayer(trx, player);
  });
  await house.wallet.adjust({ playerId: player, amount: OPENING, key: "opening", tag: "test" });
  await house.start();
});
afterEach(async () => {
  await house.stop();
  for (const other of others) await other.stop();
  const report = await house.wallet.check();
  expect(report.broken).toEqual([]);
  await database.close();
});

const sit = (machineId = machine, at = house) =>
  at.floor.sit({ playerId: player, machineId, ip: "127.0.0.1", tokenId: "t" });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const driverOf = (at = house, id = machine): SimulatedMachine => {
  const found = at.machines.get(id);
  if (!found) throw new Error("no machine");
  return found;
};
const balance = () => house.wallet.balance(player);
const checking = () => house.wallet.checking(player);
const deposit = (amount: number) => ({ amount, transferId: randomUUID() });
const rowOf = (id: string) =>
  database.db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const machineRow = () =>
  database.db.selectFrom("machines").selectAll().where("id", "=", machine).executeTakeFirstOrThrow();

/** What an operator asks of the machine, carried out by the house that runs. */
async function ask(kind: MachineRequest["kind"], params: MachineRequest["params"] = {}) {
  const requests = createMachineRequests(database.db);
  const id = await requests.add({ machineId: machine, kind, params, by: "ayse", reason: "looked at it" });
  await house.floor.reload(machine);
  return vi.waitFor(async () => {
    const outcome = await requests.outcome(id);
    if (!outcome) throw new Error("it waits");
    return outcome;
  }, 5_000);
}
/** A second process becomes the active one while the first does not notice: as when that was paused. */
async function takeOver(): Promise<House> {
  const other = house;
  others.push(other);
  house = new House(database);
  await house.start();
  return other;
}

describe("an owner that was replaced while it was paused", () => {
  it("writes nothing more: no session, no transfer, no game, no memory, no quarantine, no big win", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(50_000));
    const before = await rowOf(seat.sessionId);
    const old = await takeOver();
    const { epoch } = await database.db
      .selectFrom("machine_leases")
      .selectAll()
      .where("machine_id", "=", machine)
      .executeTakeFirstOrThrow();
    const fence = { machineId: machine, epoch: epoch - 1 };
    const memory = await database.db
      .selectFrom("machine_memories")
      .selectAll()
      .where("machine_id", "=", machine)
      .execute();
    expect(await codeOf(seat.press("play"))).toBe(50300);
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(50300);
    expect(await codeOf(seat.cashOut({}))).toBe(50300);
    await expect(driverOf(old).resetHandPay()).rejects.toBeInstanceOf(MachineFenced);
    const registry = createRegistry(database.db);
    await expect(registry.quarantine(machine, "x", fence.epoch)).rejects.toMatchObject({ cause: { code: "RC001" } });
    await expect(registry.bigWin(machine, fence.epoch)).rejects.toMatchObject({ cause: { code: "RC001" } });
    for (const statement of [
      sql`select session_begin(${randomUUID()}, ${player}, ${machine2}, null, ${0})`,
      sql`select session_connect(${seat.sessionId}, 7, null, ${fence.epoch})`,
      sql`select session_ending(${seat.sessionId}, 'kick', ${fence.epoch})`,
      sql`select session_close(${seat.sessionId}, 'kick', ${fence.epoch})`,
    ])
      await expect(statement.execute(database.db)).rejects.toMatchObject({ code: "RC001" });
    // Nothing of what it tried shows, and the new owner plays on.
    expect(await rowOf(seat.sessionId)).toEqual(before);
    expect(
      await database.db.selectFrom("machine_memories").selectAll().where("machine_id", "=", machine).execute(),
    ).toEqual(memory);
    expect(await database.db.selectFrom("games").selectAll().execute()).toEqual([]);
    const back = await sit();
    expect(back.init).toMatchObject({ session: { id: seat.sessionId }, meters: { credit: 50_000 } });
    expect(await back.leave()).toEqual({ amount: 50_000 });
    expect(await balance()).toBe(OPENING);
  });

  it("gives its machines up by itself once a write was refused", async () => {
    const seat = await sit();
    const old = await takeOver();
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(50300);
    await vi.waitFor(() => expect(old.floor.knows(machine)).toBe(false), 5_000);
    expect(house.floor.knows(machine)).toBe(true);
  });

  it("can move no money at the machine either, between 'sent' and the command", async () => {
    const seat = await sit();
    const paused = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    house.onStep = async (step) => {
      if (step !== "before:send") return;
      reached.resolve();
      await paused.promise;
    };
    const cashIn = codeOf(seat.cashIn(deposit(700)));
    await reached.promise;
    await takeOver();
    // The new owner has asked the machine: the transfer is given up, for good.
    await vi.waitFor(async () => expect(await house.wallet.unresolved()).toEqual([]), 5_000);
    expect(await balance()).toBe(OPENING);
    paused.resolve();
    expect(await cashIn).not.toBeNull();
    expect(driverOf().state().credit).toBe(0);
    expect(await balance()).toBe(OPENING);
    expect(await house.wallet.ledgerMachine(machine)).toBe(0);
  });

  it("does nothing while it has no authority, and no countdown runs meanwhile", async () => {
    await house.stop();
    house = new House(database, { depositSeconds: 5 });
    await house.start();
    const seat = await sit();
    house.node.authority = false;
    expect(await codeOf(seat.press("play"))).toBe(50300);
    expect(await codeOf(seat.cashIn(deposit(500)))).toBe(50300);
    expect(await codeOf(sit(machine2))).toBe(50300);
    expect(await codeOf(seat.leave())).toBe(50300);
    house.node.authority = true;
    expect(await codeOf(seat.cashIn(deposit(500)))).toBeNull();
  });
});

const STEPS = ["reserve", "lock", "markSent", "send", "settle", "unlock"] as const;
describe.each(["before", "after"] as const)("%s each step of a deposit", (when) => {
  it.each(STEPS)("%s: a kick waits, and the money goes to the one who was kicked", async (step) => {
    const seat = await sit();
    await seat.cashIn(deposit(1_000));
    const kicks: Promise<unknown>[] = [];
    house.onStep = (name) => {
      if (name === `${when}:${step}` && kicks.length === 0)
        kicks.push(house.floor.kick({ playerId: player, machineId: machine, ip: "::1", mayKickOthers: false }));
    };
    const transferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, transferId }))).toBeNull();
    expect(kicks).toHaveLength(1);
    await Promise.all(kicks);
    expect(await balance()).toBe(OPENING);
    expect(await rowOf(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "kick", paid_out: 1_700 });
    expect(driverOf().state().credit).toBe(0);
    // The same id again: its first answer, though the session is over.
    expect(await seat.cashIn({ amount: 700, transferId })).toMatchObject({ transferId, credit: 1_700 });
  });

  it.each(STEPS)("%s: another owner finishes it, once", async (step) => {
    const seat = await sit();
    const reached = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    let cut = false;
    house.onStep = async (name) => {
      if (name !== `${when}:${step}` || cut) return;
      cut = true;
      reached.resolve();
      // As a process that is killed there: nothing of it goes on.
      await never;
    };
    const transferId = randomUUID();
    void seat.cashIn({ amount: 700, transferId }).catch(() => {});
    await reached.promise;
    const killed = house;
    house = new House(database);
    await house.start();
    killed.node.authority = false;
    await vi.waitFor(async () => expect(await house.wallet.unresolved()).toEqual([]), 5_000);
    const again = await sit();
    const answer = await again.cashIn({ amount: 700, transferId, sessionId: seat.sessionId }).then(
      ({ credit }) => credit,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
    // Given up where the machine was never told, done where it was; never twice.
    expect([700, 60013]).toContain(answer);
    const credit = answer === 700 ? 700 : 0;
    expect([driverOf().state().credit, await balance()]).toEqual([credit, OPENING - credit]);
    expect(await house.wallet.machineBalance(machine)).toEqual({ credit, transferredIn: credit, transferredOut: 0 });
  });
});

describe("the answer to a command", () => {
  it("is the first one again: at zero credit, while the session ends, and after it", async () => {
    const seat = await sit();
    const nothing = randomUUID();
    expect(await seat.cashOut({ transferId: nothing })).toMatchObject({ amount: 0, balance: OPENING });
    const brought = deposit(10_000);
    await seat.cashIn(brought);
    expect(await seat.cashOut({ transferId: nothing })).toMatchObject({ amount: 0 });
    expect(driverOf().state().credit).toBe(10_000);
    driverOf().faults.offline(true);
    const leaving = seat.leave();
    await vi.waitFor(async () => expect(await codeOf(seat.cashIn(deposit(1)))).toBe(50100));
    expect(await seat.cashIn(brought)).toMatchObject({ credit: 10_000, balance: OPENING - 10_000 });
    expect(await seat.cashOut({ transferId: nothing })).toMatchObject({ amount: 0 });
    driverOf().faults.offline(false);
    expect(await leaving).toEqual({ amount: 10_000 });
    expect(await seat.cashOut({ transferId: nothing })).toMatchObject({ amount: 0 });
    expect(await seat.leave()).toEqual({ amount: 10_000 });
    expect(await balance()).toBe(OPENING);
  });

  it("goes by the settings as they are now", async () => {
    const seat = await sit();
    house.settings = { maxAllIn: 500 };
    expect(await codeOf(seat.cashIn(deposit(501)))).toBe(60011);
    house.settings = {};
    expect(await codeOf(seat.cashIn(deposit(501)))).toBeNull();
  });
});

describe("a machine that lost its memory", () => {
  it("ends play: the credit waits in suspense, its player is free, an operator settles it, and it plays again", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(50_000));
    await seat.press("play");
    await vi.waitFor(
      async () => expect(await database.db.selectFrom("games").selectAll().execute()).toHaveLength(1),
      5_000,
    );
    await vi.waitFor(() => expect(driverOf().state().phase).toBe("idle"), 5_000);
    const credit = await house.wallet.ledgerMachine(machine);
    await driverOf().faults.clearMemory();
    await vi.waitFor(async () => expect((await rowOf(seat.sessionId)).state).toBe("closed"), 10_000);
    expect(await rowOf(seat.sessionId)).toMatchObject({ end_reason: "checking" });
    expect([await checking(), await balance()]).toEqual([credit, OPENING - 50_000]);
    expect(house.infos(seat.sessionId)).toContainEqual(
      expect.objectContaining({ action: "CLOSE_SESSION", code: 60020, params: { reason: "checking", amount: credit } }),
    );
    expect(await codeOf(sit())).toBe(60003);
    expect((await house.wallet.check()).ok).toBe(false);
    // The player plays elsewhere meanwhile.
    const elsewhere = await sit(machine2);
    await elsewhere.cashIn(deposit(100));
    await elsewhere.leave();

    expect(await ask("back")).toMatchObject({ done: false, answer: expect.stringContaining("not settled") });
    expect(await ask("settle", { pay: credit + 1 })).toMatchObject({
      done: false,
      answer: expect.stringContaining(majorUnits(credit)),
    });
    expect(await checking()).toBe(credit);
    expect(await ask("settle")).toEqual({ done: true, answer: String(credit) });
    expect([await checking(), await balance()]).toEqual([0, OPENING - 50_000 + credit]);
    expect(await ask("back")).toMatchObject({ done: true });
    expect((await house.wallet.check()).ok).toBe(true);
    // Its games count from one again; the house's numbers rise.
    const next = await sit();
    await next.cashIn(deposit(10_000));
    await next.press("play");
    await vi.waitFor(
      async () => expect(await database.db.selectFrom("games").selectAll().execute()).toHaveLength(2),
      5_000,
    );
    await vi.waitFor(() => expect(driverOf().state().phase).toBe("idle"), 5_000);
    const left = driverOf().state().credit;
    expect(await next.leave()).toEqual({ amount: left });
  });

  it("is found at the start of the next owner, with nobody at it", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(5_000));
    await house.stop();
    await sql`update machine_memories set state = jsonb_set(state, '{meters,credit}', '0')`.execute(database.db);
    house = new House(database);
    await house.start();
    expect(await rowOf(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "checking" });
    expect([await checking(), (await machineRow()).quarantined]).toEqual([5_000, expect.stringContaining("credit 0")]);
  });
});

describe("a transfer in doubt", () => {
  /** Loses the answer of the transfer itself, and does something before it is asked for. */
  function loseAnswer(then: () => Promise<void>): void {
    house.onStep = async (step) => {
      if (step === "before:send") driverOf().faults.loseNext("after");
      if (step === "before:interrogate") {
        house.onStep = undefined;
        await then();
      }
    };
  }

  it("becomes manual where the meters differ: suspense, quarantine, and nothing that an operator can't end", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(1_000));
    loseAnswer(() => driverOf().faults.clearMemory());
    const transferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, transferId }))).toBe(60020);
    expect([await checking(), await balance()]).toEqual([1_700, OPENING - 1_700]);
    expect(await rowOf(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "checking" });
    const [transfer] = await house.wallet.unresolved();
    expect(transfer).toMatchObject({
      state: "manual",
      evidence: { answered: { status: "notFound" }, meters: { credit: 0 } },
    });
    expect(await codeOf(seat.cashIn({ amount: 700, transferId }))).toBe(60020);
    expect(await ask("settle")).toMatchObject({ done: false, answer: expect.stringContaining("resolve it first") });
    await house.wallet.resolveManual(
      transfer?.id ?? "",
      { state: "failed", moved: 0, by: "ayse", because: "the camera shows it" },
      null,
    );
    expect([await checking(), await balance()]).toEqual([1_000, OPENING - 1_000]);
    expect(await ask("settle")).toMatchObject({ done: true });
    expect(await ask("back")).toMatchObject({ done: true });
    expect([await checking(), await balance()]).toEqual([0, OPENING]);
    // The machine's host has noticed that it was settled by somebody else.
    const next = await sit();
    expect(await codeOf(next.cashIn(deposit(100)))).toBeNull();
    expect((await house.wallet.check()).ok).toBe(true);
  });

  it("settles itself when the machine answers clearly and all meters agree, and heals the machine", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(1_000));
    const driver = driverOf();
    const meters = driver.meters.bind(driver);
    loseAnswer(async () => {
      // One wrong reading of the meters, e.g. from a bad line.
      vi.spyOn(driver, "meters").mockImplementationOnce(async () => ({ ...(await meters()), credit: 1 }));
    });
    const transferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, transferId }))).toBe(60020);
    expect(await checking()).toBe(1_700);
    await vi.waitFor(async () => expect(await house.wallet.unresolved()).toEqual([]), 10_000);
    await vi.waitFor(async () => expect((await machineRow()).quarantined).toBeNull(), 5_000);
    expect([await checking(), await balance(), driverOf().state().credit]).toEqual([0, OPENING, 0]);
    expect(await codeOf(sit())).toBeNull();
  });

  it("is asked for again at a start, too, and stays manual while the meters differ", async () => {
    const seat = await sit();
    await seat.cashIn(deposit(1_000));
    loseAnswer(() => driverOf().faults.clearMemory());
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(60020);
    await house.stop();
    house = new House(database);
    await house.start();
    expect(await house.wallet.unresolved()).toMatchObject([{ state: "manual" }]);
    expect([await checking(), await balance()]).toEqual([1_700, OPENING - 1_700]);
    expect(await codeOf(sit())).toBe(60003);
    expect(await codeOf(sit(machine2))).toBeNull();
  });

  it("stays waiting, held and with its session, as long as the machine is away", async () => {
    const seat = await sit();
    loseAnswer(async () => driverOf().faults.offline(true));
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(60014);
    house.node.skipped += 10 * 60_000;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await house.wallet.unresolved()).toMatchObject([{ state: "unknown" }]);
    expect([await checking(), await balance()]).toEqual([0, OPENING - 700]);
    driverOf().faults.offline(false);
    await vi.waitFor(async () => expect(await house.wallet.unresolved()).toEqual([]), 5_000);
    expect(driverOf().state().credit).toBe(700);
  });
});

describe("credit without an owner", () => {
  it("keeps the machine out of play, and is settled by an operator for no more than is there", async () => {
    await house.stop();
    await sql`update machine_memories set state = jsonb_set(jsonb_set(state, '{meters,credit}', '500'), '{meters,transferredIn}', '500')
      where machine_id = ${machine}`.execute(database.db);
    house = new House(database);
    await house.start();
    expect(await codeOf(sit())).toBe(60003);
    expect((await house.wallet.check()).attention.length).toBeGreaterThan(0);
    expect(await ask("back")).toMatchObject({ done: false, answer: expect.stringContaining("500") });
    expect(await ask("settle", { pay: 501, playerId: player })).toMatchObject({ done: false });
    expect(await ask("settle", { pay: 200 })).toMatchObject({ done: false, answer: expect.stringContaining("whom") });
    expect(await ask("settle", { pay: 200, playerId: player })).toEqual({ done: true, answer: "200" });
    expect(await balance()).toBe(OPENING + 200);
    expect(await ask("back")).toMatchObject({ done: true });
    expect((await house.wallet.check()).ok).toBe(true);
    expect(await codeOf(sit())).toBeNull();
  });
});

describe("leases", () => {
  const leases = () => database.db.selectFrom("machine_leases").selectAll().orderBy("machine_id").execute();

  it("are released at an orderly end, taken with a higher epoch, and left by a retired machine", async () => {
    const first = await leases();
    expect(first.map(({ node }) => node)).toEqual([house.node.id, house.node.id]);
    await house.stop();
    expect((await leases()).map(({ node }) => node)).toEqual([null, null]);
    house = new House(database);
    await house.start();
    expect((await leases()).map(({ epoch }) => epoch)).toEqual(first.map(({ epoch }) => epoch + 1));
    expect(await createRegistry(database.db).retire(machine2)).toBeNull();
    await house.floor.reload(machine2);
    await vi.waitFor(async () => expect((await leases())[1]?.node).toBeNull(), 5_000);
    expect(house.floor.knows(machine2)).toBe(false);
    expect(await codeOf(sit(machine2))).toBe(40400);
    expect((await house.floor.machines(player)).map(({ id }) => id)).toEqual([machine]);
  });

  it("do not let a machine be retired with somebody at it", async () => {
    await sit();
    expect(await createRegistry(database.db).retire(machine)).toContain("seated");
  });

  it("of a machine whose row another transaction holds are taken as soon as that ends, without waiting", async () => {
    await house.stop();
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const other = database.db.transaction().execute(async (trx) => {
      await sql`select 1 from machine_leases where machine_id = ${machine} for share`.execute(trx);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    house = new House(database);
    await house.start();
    expect([house.floor.knows(machine), house.floor.knows(machine2)]).toEqual([false, true]);
    held.resolve();
    await other;
    await vi.waitFor(() => expect(house.floor.knows(machine)).toBe(true), 5_000);
  });
});
