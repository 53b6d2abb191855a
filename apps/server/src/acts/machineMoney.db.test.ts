/** What machines pay by hand and in settlements: the bound above which a second person is needed, and what machines answer. */
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cashIn, openProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import { createRecords } from "../records/index.ts";
import { ACTS, createActContext } from "./index.ts";
import type { ActContext } from "./index.ts";
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
/** Anna's deposit is in doubt: the machine has forgotten it. */
async function doubt(amount: number): Promise<void> {
  await ACTS.machines.back.run(context, ayse, { machineId });
  const seat = await house.sit();
  await cashIn(seat, amount);
  await house.machines.of().faults.clearMemory();
  await vi.waitFor(async () => expect(await wallet().checking(house.anna.id)).toBe(amount), 10_000);
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
      params: { machineId, amount: 5_000, playerId: house.anna.id },
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

  test("up to the bound is made at once; those of one person at one machine count together", async () => {
    await doubt(600);
    expect((await settle()).result).toEqual({ state: "done", waiting: false, paid: 600 });
    await doubt(BOUND - 600);
    expect((await settle()).result).toMatchObject({ paid: BOUND - 600 });
    await doubt(1);
    const request = await requestOf(settle());
    // Another person has moved nothing yet.
    expect((await settle(undefined, mehmet)).result).toMatchObject({ paid: 1 });
    await expect(approve(request)).rejects.toMatchObject({ code: ConsoleErrorCode.OtherAmountWaits });
  });

  test("that the machine refuses does not count, and one of nothing needs nobody", async () => {
    const seat = await house.sit();
    for (let n = 0; n < 3; n += 1)
      await expect(settle(900)).rejects.toMatchObject({ code: ConsoleErrorCode.SomebodySeated });
    await seat.leave();
    await house.over();
    await doubt(900);
    expect((await settle(0)).result).toMatchObject({ paid: 0 });
    await doubt(900);
    expect((await settle()).result).toMatchObject({ paid: 900 });
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
    const again = await requestOf(handPay());
    expect(paid).not.toHaveBeenCalled();
    expect((await approve(request)).result).toMatchObject({ done: { machineId, paid: BOUND + 1 } });
    expect(paid).toHaveBeenCalledOnce();
    said.win = BOUND + 2;
    await expect(approve(again)).rejects.toMatchObject({
      code: ConsoleErrorCode.OtherAmountWaits,
      params: { amount: BOUND + 2 },
    });
    expect(paid).toHaveBeenCalledOnce();
    expect((await acts()).at(-1)).toMatchObject([
      "machine.hand-pay",
      "mehmet",
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
