import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { MachineUnreachable } from "@reelcast/machine";
import { createMachineRequests, createMachineStore } from "./index.ts";
import { TestFloor } from "./testing/floor.ts";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
let machine = 0;

beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
  machine = stage.machine();
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });
const machineRow = () =>
  stage.database.db.selectFrom("machines").selectAll().where("id", "=", machine).executeTakeFirstOrThrow();

describe("what an accident leaves behind", () => {
  const suspend = () =>
    stage.database.db.selectFrom("suspensions").selectAll().where("machine_id", "=", machine).executeTakeFirst();

  it("does not lock a player out whose limits could not be read", async () => {
    stage.testFloor.policyFails = 1;
    expect(await codeOf(stage.sit())).not.toBeNull();
    expect(await stage.database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    expect(await codeOf(stage.sit())).toBeNull();
  });

  it("pays a hand pay that began under another owner", async () => {
    await stage.testFloor.stop();
    await sql`update machine_memories set state = jsonb_set(state, '{phase}', '"handPay"') where machine_id = ${machine}`.execute(
      stage.database.superuser,
    );
    await stage.replaceFloor();
    expect(stage.driver().state().phase).toBe("handPay");
    await vi.waitFor(() => expect(stage.driver().state().phase).toBe("idle"));
  });

  it("pays a hand pay of a seated player to the balance, and says so once it is there", async () => {
    await stage.testFloor.stop();
    // The reels turn until the floor stops: the machine then asks for its attendant in the place of an outcome.
    stage.testFloor = new TestFloor(stage.database, {}, 0.001);
    await stage.testFloor.start();
    const seat = await stage.sit();
    await seat.cashIn(deposit(5_000));
    await seat.press("play");
    await stage.testFloor.stop();
    await sql`update machine_memories set state = state || '{"phase": "handPay", "win": 700}' where machine_id = ${machine}`.execute(
      stage.database.superuser,
    );
    await stage.replaceFloor({ handPaySeconds: 60 });
    const back = await stage.sit();
    expect(stage.testFloor.infos(back.sessionId)).toEqual([]);
    await stage.driver().resetHandPay();
    const paid = { action: "HAND_PAID", code: ErrorCode.Success, params: { amount: 700 }, message: "" };
    await vi.waitFor(() => expect(stage.testFloor.infos(back.sessionId)).toContainEqual(paid));
    expect(await stage.balance()).toBe(OPENING - 5_000 + 700);
  });

  it("pays a hand pay at once where an attendant asks for it, and no other win", async () => {
    await stage.testFloor.stop();
    await sql`update machine_memories set state = state || '{"phase": "handPay", "win": 700}' where machine_id = ${machine}`.execute(
      stage.database.superuser,
    );
    await stage.replaceFloor({ handPaySeconds: 60 });
    expect(await stage.request("handPay")).toEqual({ done: true, answer: "700" });
    await vi.waitFor(() => expect(stage.driver().state().phase).toBe("idle"));
    expect(await stage.request("handPay", {}, 1)).toMatchObject({
      done: false,
      refusal: { code: ConsoleErrorCode.NoHandPay },
    });
  });

  describe("a hand pay that was interrupted", () => {
    const requests = () => createMachineRequests(stage.database.db);
    /** A seated player's win of 700 waits for the attendant, after a deposit of 5,000. */
    async function winWaits(): Promise<void> {
      await stage.testFloor.stop();
      stage.testFloor = new TestFloor(stage.database, {}, 0.001);
      await stage.testFloor.start();
      const seat = await stage.sit();
      await seat.cashIn(deposit(5_000));
      await seat.press("play");
      await stage.testFloor.stop();
      await sql`update machine_memories set state = state || '{"phase": "handPay", "win": 700}' where machine_id = ${machine}`.execute(
        stage.database.superuser,
      );
      await stage.replaceFloor({ handPaySeconds: 60 });
    }
    const ask = async (by: string) => {
      const id = await requests().add({ machineId: machine, kind: "handPay", params: {}, by, reason: null });
      await stage.testFloor.floor.reload(machine);
      return id;
    };
    const outcome = (id: string) =>
      vi.waitFor(async () => {
        const found = await requests().outcome(id);
        if (!found) throw new Error("it waits");
        return found;
      });
    const paidBy = (person: string) => ({
      done: false,
      refusal: {
        code: ConsoleErrorCode.HandPayPaid,
        params: { amount: 700, person, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      },
    });
    async function expectPaidOnce(): Promise<void> {
      await vi.waitFor(async () => expect(await stage.balance()).toBe(OPENING - 5_000 + 700));
      expect((await stage.driver().meters()).handPaid).toBe(700);
      const paid = await stage.database.db.selectFrom("games").select("hand_pay").where("hand_pay", ">", 0).execute();
      expect(paid).toEqual([{ hand_pay: 700 }]);
    }

    it.each(["before", "after"] as const)(
      "%s the payment, because the process was killed: the next one answers the request, and a repetition is answered with who has paid",
      async (when) => {
        await winWaits();
        const killed = stage.testFloor;
        const reached = Promise.withResolvers<void>();
        const reset = stage.driver().resetHandPay.bind(stage.driver());
        stage.driver().resetHandPay = async () => {
          if (when === "after") await reset();
          reached.resolve();
          // Nothing of a killed process goes on.
          await new Promise<void>(() => {});
        };
        const id = await ask("ayse");
        await reached.promise;
        expect(await requests().outcome(id)).toBeNull();
        killed.node.authority = false;
        await stage.replaceFloor({ handPaySeconds: 60 });
        const again = await ask("deniz");
        expect(await outcome(id)).toEqual({ done: true, answer: "700" });
        expect(await outcome(again)).toMatchObject(paidBy("ayse"));
        await expectPaidOnce();
      },
    );

    it("because the machine's answer was lost: the same request is answered with the payment", async () => {
      await winWaits();
      const reset = stage.driver().resetHandPay.bind(stage.driver());
      let calls = 0;
      stage.driver().resetHandPay = async () => {
        calls += 1;
        await reset();
        throw new MachineUnreachable("the answer was lost");
      };
      expect(await outcome(await ask("ayse"))).toEqual({ done: true, answer: "700" });
      expect(calls).toBe(1);
      expect(await outcome(await ask("ayse"))).toMatchObject(paidBy("ayse"));
      await expectPaidOnce();
    });

    it("is not confused with another one: a win that the house itself paid since then was nobody's request", async () => {
      await winWaits();
      expect(await outcome(await ask("ayse"))).toEqual({ done: true, answer: "700" });
      await expectPaidOnce();
      const { handPaid } = await stage.driver().meters();
      const meters = stage.driver().meters.bind(stage.driver());
      stage.driver().meters = async () => ({ ...(await meters()), handPaid: handPaid + 900 });
      expect(await outcome(await ask("ayse"))).toMatchObject({
        done: false,
        refusal: { code: ConsoleErrorCode.NoHandPay },
      });
    });
  });

  it("releases the lock of a machine after the command for it was lost", async () => {
    const seat = await stage.sit();
    stage.testFloor.onStep = (step) => {
      if (step === "before:unlock") stage.driver().faults.loseNext("before");
    };
    await seat.cashIn(deposit(5_000));
    await vi.waitFor(() => expect(stage.driver().state().locked).toBe(false));
    expect(await codeOf(seat.press("play"))).toBeNull();
  });

  it("a machine that is taken out of order while its next owner opens it is out of order there, too", async () => {
    await stage.testFloor.stop();
    const next = (stage.testFloor = new TestFloor(stage.database));
    next.onOpening = async (id) => {
      await createMachineStore(stage.database.db).setOutOfOrder(id, "a lamp is broken");
      // As each process gets it from the database; it must not wait for the round that opens the machine.
      void next.floor.reload(id);
    };
    await next.start();
    await vi.waitFor(() => expect(next.floor.running().find(({ id }) => id === machine)?.status).toBe("error"));
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
  });

  it("a machine that is taken out of order while notifications are lost is out of order once they come again", async () => {
    const { floor } = stage.testFloor;
    await createMachineStore(stage.database.db).setOutOfOrder(machine, "a lamp is broken");
    floor.reloadAll();
    await vi.waitFor(() => expect(floor.running().find(({ id }) => id === machine)?.status).toBe("error"));
  });

  it("a settlement that was interrupted after its execution is answered as done, and paid once", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(5_000));
    await stage.driver().faults.clearMemory();
    await vi.waitFor(async () => expect((await stage.session(seat.sessionId)).state).toBe("closed"));
    const requests = createMachineRequests(stage.database.db);
    const id = await requests.add({ machineId: machine, kind: "settle", params: {}, by: "ayse", reason: "r" });
    await stage.testFloor.floor.reload(machine);
    await vi.waitFor(async () => expect(await requests.outcome(id)).toEqual({ done: true, answer: "5000" }));
    // As if the process died before its answer.
    await sql`update machine_requests set state = 'waiting', answer = null, done_at = null where id = ${id}`.execute(
      stage.database.db,
    );
    await stage.testFloor.floor.reload(machine);
    await vi.waitFor(async () => expect(await requests.outcome(id)).toEqual({ done: true, answer: "5000" }));
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING]);
  });

  it("credit of the ledger without a session goes to its last player", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(5_000));
    await stage.testFloor.stop();
    // As an earlier version left it: the machine lost its memory, and the session was closed all the same.
    await sql`update machine_memories set state = jsonb_set(state, '{meters,credit}', '0') where machine_id = ${machine}`.execute(
      stage.database.superuser,
    );
    await stage.database.superuser.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update sessions set state = 'closed', ended_at = now() where id = ${seat.sessionId}`.execute(trx);
    });
    await stage.replaceFloor();
    expect((await stage.testFloor.wallet.check()).attention).toContainEqual(
      expect.stringContaining("without an owner"),
    );
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    expect(await stage.request("settle", { pay: 5_001 })).toMatchObject({ done: false });
    expect(await stage.request("settle")).toEqual({ done: true, answer: "5000" });
    expect(await stage.request("back")).toMatchObject({ done: true });
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING]);
    expect((await stage.testFloor.wallet.check()).ok).toBe(true);
  });

  it("a process that ended before it put a machine back into play does so at the next start", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    await seat.cashOut({});
    const driver = stage.driver();
    const meters = driver.meters.bind(driver);
    stage.testFloor.onStep = async (step) => {
      if (step === "before:send") driver.faults.loseNext("before");
      if (step === "before:interrogate")
        vi.spyOn(driver, "meters").mockImplementationOnce(async () => ({ ...(await meters()), credit: 1 }));
      if (step === "after:makeManual")
        stage.testFloor.onStep = async (next) =>
          next === "before:putBackIntoPlay" ? new Promise(() => {}) : undefined;
    };
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(ErrorCode.AmountUnderReview);
    await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
    expect(await suspend()).toMatchObject({ remaining: 0, settled_by: "house" });
    expect((await machineRow()).quarantined).not.toBeNull();
    const killed = stage.testFloor;
    await stage.replaceFloor();
    killed.node.authority = false;
    await vi.waitFor(async () => expect((await machineRow()).quarantined).toBeNull());
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING]);
  });

  it("requests of machines that are away hold up no others, and a reading that nobody waits for is withdrawn", async () => {
    const requests = createMachineRequests(stage.database.db);
    stage.driver(1).faults.offline(true);
    const first = await requests.add({
      machineId: stage.machine(1),
      kind: "unlock",
      params: {},
      by: "a",
      reason: null,
    });
    for (let n = 0; n < 120; n += 1)
      await requests.add({ machineId: stage.machine(1), kind: "meters", params: {}, by: "a", reason: null });
    expect(await stage.request("meters")).toMatchObject({ done: true });
    expect(await requests.outcome(first)).toBeNull();
    await requests.withdraw(first);
    expect(await requests.outcome(first)).toMatchObject({ done: false });
  });
});
