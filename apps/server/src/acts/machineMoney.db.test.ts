/** What machines pay by hand and in settlements: the bound above which a second person is needed, and what machines answer. */
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cashIn, openProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import { createRecords } from "../records/index.ts";
import { ACTS, createActContext } from "./index.ts";
import type { ActContext, PaymentRequested } from "./index.ts";
import { requestMachine } from "./machineRequests.ts";
import { staff } from "./testing.ts";

/** Minor units. */
const BOUND = 1_000;
let house: ProtectedHouse;
let context: ActContext;
let machineId = 0;
beforeEach(async () => {
  house = await openProtectedHouse({ environment: { APPROVAL_ABOVE: "10", HAND_PAY_SECONDS: "600" } });
  context = createActContext(house.app.domain, { log: pino({ level: "silent" }) });
  machineId = house.machines.ids[0] ?? 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await house.close();
});

const [ayse, mehmet] = [staff("Ayşe Öz"), staff("mehmet")];
const settle = (pay?: number, actor = ayse) =>
  ACTS.machines.settle.run(context, actor, { machineId, ...(pay === undefined ? {} : { pay }) });
const handPay = (actor = ayse) => ACTS.machines.handPay.run(context, actor, { machineId });
const approve = (requestId: number, actor = mehmet) => ACTS.approvals.approve.run(context, actor, { requestId });
const wallet = () => house.app.domain.wallet;
const balance = () => wallet().balance(house.anna.id);
const acts = async () =>
  (
    await house.db
      .selectFrom("audit_log")
      .select(["act", "by", "target", "after"])
      .where("act", "!=", "house.start")
      .orderBy("seq")
      .execute()
  ).map(({ act, by, target, after }) => [act, by, target, after]);
async function requestOf(done: Promise<{ result: { state: string } }>): Promise<number> {
  const { result } = await done;
  expect(result).toMatchObject({ state: "requested", minutes: 30 });
  return (result as unknown as { request: number }).request;
}
const requested = (id: number) =>
  house.db.selectFrom("approvals").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** Anna's deposit is in doubt: the machine has forgotten it. */
async function doubt(amount: number): Promise<void> {
  await ACTS.machines.back.run(context, ayse, { machineId });
  const seat = await house.sit();
  await cashIn(seat, amount);
  await house.machines.of().faults.clearMemory();
  await vi.waitFor(async () => expect(await wallet().checking(house.anna.id)).toBe(amount));
  await house.over();
}
/** A win waits for the attendant; answers how often it was paid. */
function winWaits(win: number) {
  const machine = house.machines.of();
  const state = machine.state.bind(machine);
  const said = { win };
  vi.spyOn(machine, "state").mockImplementation(() => ({ ...state(), phase: "handPay", win: said.win }));
  const paid = vi.spyOn(machine, "resetHandPay").mockResolvedValue(undefined);
  return { paid, said };
}

describe("a settlement", () => {
  test("above the bound pays nothing before a second person approves, and then once", async () => {
    await doubt(5_000);
    const before = await balance();
    const request = await requestOf(settle());
    expect([await balance(), await wallet().checking(house.anna.id)]).toEqual([before, 5_000]);
    // Who decides sees whom it pays.
    const { protection } = house.app.domain;
    const records = createRecords({
      db: house.db,
      protectionOf: (id) => protection.of(id),
      ageOf: (id) => protection.age(id),
      isAgeRequired: () => false,
    });
    expect(await records.approvals.one(request)).toMatchObject({
      player: { id: house.anna.id, name: "anna" },
      machine: { id: machineId },
    });
    await expect(approve(request, staff("ayse oz"))).rejects.toMatchObject({ code: ConsoleErrorCode.RequestOwn });
    expect((await approve(request)).result).toMatchObject({ requestedBy: "Ayşe Öz", done: { machineId, paid: 5_000 } });
    expect([await balance(), await wallet().checking(house.anna.id)]).toEqual([before + 5_000, 0]);
    await expect(approve(request)).rejects.toMatchObject({ code: ConsoleErrorCode.RequestDecided });
    const asked = {
      amount: 5_000,
      params: { machineId, amount: 5_000, due: 5_000, playerId: house.anna.id },
      target: `machine ${machineId}`,
    };
    const recorded = (await acts()).filter(
      ([act, , , after]) =>
        ["approvals.request", "approvals.approve", "machine.settle"].includes(String(act)) &&
        (after as { outcome?: string }).outcome !== "refused",
    );
    expect(recorded).toEqual([
      ["approvals.request", "Ayşe Öz", `approval ${request}`, expect.objectContaining(asked)],
      [
        "approvals.approve",
        "mehmet",
        `approval ${request}`,
        expect.objectContaining({ state: "approved", approved: 5_000 }),
      ],
      [
        "machine.settle",
        "mehmet",
        `machine ${machineId}`,
        { approved: `approval ${request}`, outcome: "done", paid: 5_000 },
      ],
    ]);
  });

  test("that one person asks for many times at once is one request, and another one after its refusal", async () => {
    await doubt(5_000);
    const asked = await Promise.all(Array.from({ length: 8 }, () => requestOf(settle())));
    expect(new Set(asked).size).toBe(1);
    const [first = 0] = asked;
    const others = [await requestOf(settle(undefined, mehmet)), await requestOf(settle(4_000))];
    expect(new Set([first, ...others]).size).toBe(3);
    const repeated = (await acts()).filter(([, , , after]) => (after as { repeated?: number }).repeated === 5_000);
    expect(repeated).toHaveLength(7);
    await ACTS.approvals.refuse.run(context, mehmet, { requestId: first });
    const next = await requestOf(settle());
    expect(next).not.toBe(first);
    expect((await approve(next)).result).toMatchObject({ done: { paid: 5_000 } });
  });

  test("up to the bound is made at once; those of one person at one machine count together", async () => {
    await doubt(600);
    expect((await settle()).result).toEqual({ state: "done", waiting: false, paid: 600 });
    await doubt(BOUND - 600);
    expect((await settle()).result).toMatchObject({ paid: BOUND - 600 });
    await doubt(50);
    const request = await requestOf(settle());
    // Another person has moved nothing yet.
    expect((await settle(undefined, mehmet)).result).toMatchObject({ paid: 50 });
    await expect(approve(request)).rejects.toMatchObject({ code: ConsoleErrorCode.OtherAmountWaits });
  });

  test("that the machine refuses does not count, and one of nothing needs nobody", async () => {
    const seat = await house.sit();
    await cashIn(seat, 900);
    for (const pay of [900, 900, 900, 0, 0])
      await expect(settle(pay)).rejects.toMatchObject({ code: ConsoleErrorCode.SomebodySeated });
    await seat.leave();
    await house.over();
    await doubt(900);
    expect((await settle()).result).toMatchObject({ paid: 900 });
    expect((await settle(0)).result).toMatchObject({ paid: 0 });
  });

  test("that keeps more than the bound of what is due needs a second person, who sees it, and counts by what it keeps", async () => {
    await doubt(15_000);
    const before = await balance();
    const request = await requestOf(settle(0));
    await requestOf(settle(1_000));
    expect(await wallet().checking(house.anna.id)).toBe(15_000);
    expect(await requested(request)).toMatchObject({ amount: 15_000, params: { amount: 0, pay: 0, due: 15_000 } });
    expect((await approve(request)).result).toMatchObject({ done: { paid: 0 } });
    expect([await balance(), await wallet().checking(house.anna.id)]).toEqual([before, 0]);
    await doubt(900);
    expect((await settle(0)).result).toMatchObject({ paid: 0 });
    await doubt(101);
    await requestOf(settle(0));
    expect((await settle(0, mehmet)).result).toMatchObject({ paid: 0 });
  });
});

describe("what is not due by the ledger needs a second person whatever the amount", () => {
  /** A deposit that nobody has decided yet: the machine has the credit. Resolves with the transfer's id. */
  async function undecided(amount: number): Promise<string> {
    const params = { playerId: house.anna.id, amount };
    await requestMachine(context, { machineId, kind: "doubt", params, by: "test", reason: "to test" });
    await vi.waitFor(async () => expect(await wallet().checking(house.anna.id)).toBe(amount));
    const [transfer] = await wallet().unresolved();
    return transfer?.id ?? "";
  }
  const resolve = async (transferId: string, decision: { outcome: "done" | "failed"; moved?: number }) =>
    (await ACTS.transfers.resolve.run(context, ayse, { transferId, ...decision })).result;
  const settleTo = (playerId: number, pay: number) =>
    ACTS.machines.settle.run(context, ayse, { machineId, pay, playerId });

  test("money that a decision has given back is not paid again to a player whom the same person names", async () => {
    expect(await resolve(await undecided(400), { outcome: "failed" })).toMatchObject({ state: "done" });
    const before = [await balance(), await wallet().balance(house.boris.id)];
    const { result } = await settleTo(house.boris.id, 400);
    expect(result).toMatchObject({ state: "requested", because: "nobodys" });
    expect([await balance(), await wallet().balance(house.boris.id)]).toEqual(before);
    const { request: id } = result as PaymentRequested;
    expect(await requested(id)).toMatchObject({ params: { because: "nobodys", due: 0, amount: 400 } });
    // The machine's credit without a claim of anybody is the house's, and a second person may decide otherwise.
    expect((await approve(id)).result).toMatchObject({ done: { paid: 400 } });
    expect(await wallet().balance(house.boris.id)).toBe((before[1] ?? 0) + 400);
  });

  test("and what the machine would refuse is refused at once, without a second person", async () => {
    await resolve(await undecided(400), { outcome: "failed" });
    await expect(settleTo(house.boris.id, 401)).rejects.toMatchObject({
      code: ConsoleErrorCode.PayAboveEvidence,
      params: { amount: 400 },
    });
    await expect(settle(400)).rejects.toMatchObject({ code: ConsoleErrorCode.PayeeMissing });
    expect(await house.db.selectFrom("approvals").selectAll().execute()).toEqual([]);
  });

  test("nor to its owner, up to what the machine shows", async () => {
    expect(await resolve(await undecided(500), { outcome: "done", moved: 1 })).toMatchObject({ remaining: 1 });
    const before = await balance();
    for (const pay of [500, 2])
      expect((await settle(pay)).result).toMatchObject({ state: "requested", because: "aboveDue" });
    expect(await balance()).toBe(before);
    expect((await settle(1)).result).toMatchObject({ state: "done", paid: 1 });
  });

  test("nor if the decision is made between the settlement and its payment", async () => {
    const transferId = await undecided(500);
    const machine = house.machines.of();
    const state = machine.state.bind(machine);
    const offline = vi.spyOn(machine, "state").mockImplementation(() => ({ ...state(), online: false }));
    const settled = settle(500);
    await vi.waitFor(async () =>
      expect(
        await house.db.selectFrom("machine_requests").where("kind", "=", "settle").selectAll().execute(),
      ).toHaveLength(1),
    );
    await resolve(transferId, { outcome: "failed" });
    const before = await balance();
    offline.mockRestore();
    await expect(settled).rejects.toMatchObject({ code: ConsoleErrorCode.OtherAmountWaits, params: { amount: 0 } });
    expect(await balance()).toBe(before);
  });

  test.each([
    ["a decision first", true],
    ["a settlement first", false],
  ])("below it, decisions and settlements of one person at one machine count together: %s", async (_, isFirst) => {
    if (!isFirst) {
      await doubt(600);
      await settle();
      await ACTS.machines.back.run(context, ayse, { machineId });
    }
    const decided = await resolve(await undecided(600), { outcome: "failed" });
    expect(decided.state).toBe(isFirst ? "done" : "requested");
    if (!isFirst) return;
    await settle(0);
    await doubt(600);
    await requestOf(settle());
  });
});

describe("a hand pay", () => {
  test("up to the bound is paid at once, and is recorded with its amount", async () => {
    const { paid } = winWaits(BOUND);
    expect((await handPay()).result).toEqual({ state: "done", waiting: false, paid: BOUND });
    expect(paid).toHaveBeenCalledOnce();
    expect((await acts()).map(([act, , , after]) => [act, after])).toEqual([
      ["machine.hand-pay", { outcome: "asked", amount: BOUND }],
      ["machine.hand-pay", { outcome: "done", paid: BOUND }],
    ]);
  });

  test("above it waits for a second person, who pays what waits or nothing", async () => {
    const { paid, said } = winWaits(BOUND + 1);
    const request = await requestOf(handPay());
    const again = await requestOf(handPay(mehmet));
    expect(paid).not.toHaveBeenCalled();
    expect((await approve(request)).result).toMatchObject({ done: { machineId, paid: BOUND + 1 } });
    expect(paid).toHaveBeenCalledOnce();
    said.win = BOUND + 2;
    await expect(approve(again, staff("leyla"))).rejects.toMatchObject({
      code: ConsoleErrorCode.OtherAmountWaits,
      params: { amount: BOUND + 2 },
    });
    expect(paid).toHaveBeenCalledOnce();
    expect((await acts()).at(-1)).toMatchObject([
      "machine.hand-pay",
      "leyla",
      `machine ${machineId}`,
      { outcome: "refused" },
    ]);
  });

  test("counts with settlements at the same machine", async () => {
    await doubt(600);
    await settle();
    winWaits(BOUND - 599);
    await requestOf(handPay());
  });
});
