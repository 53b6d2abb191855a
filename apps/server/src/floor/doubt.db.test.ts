import { randomUUID } from "node:crypto";
import { AppError, ErrorCode, majorUnits } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
let player = 0;
let machine = 0;

beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
  [player, machine] = [stage.player(), stage.machine()];
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });
const machineRow = () =>
  stage.database.db.selectFrom("machines").selectAll().where("id", "=", machine).executeTakeFirstOrThrow();

describe("a transfer in doubt", () => {
  /** Loses the answer of the transfer, and does something before the interrogation. */
  function loseAnswer(then: () => Promise<void>): void {
    stage.testFloor.onStep = async (step) => {
      if (step === "before:send") stage.driver().faults.loseNext("after");
      if (step === "before:interrogate") {
        stage.testFloor.onStep = undefined;
        await then();
      }
    };
  }

  it("becomes manual where the meters differ: suspense, quarantine, and nothing that an operator can't end", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    loseAnswer(() => stage.driver().faults.clearMemory());
    const clientTransferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, clientTransferId }))).toBe(ErrorCode.AmountUnderReview);
    expect([await stage.checking(), await stage.balance()]).toEqual([1_700, OPENING - 1_700]);
    expect(await stage.session(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "checking" });
    // On another machine the player sees it among the meters, and its end.
    const elsewhere = await stage.sit(0, 1);
    expect(elsewhere.init.meters.suspense).toBe(1_700);
    const suspensePushed = () =>
      stage.testFloor.published.flatMap(({ message }) =>
        "method" in message && message.method === "meters" && "suspense" in message.params
          ? [message.params["suspense"]]
          : [],
      );
    const [transfer] = await stage.testFloor.wallet.unresolved();
    expect(transfer).toMatchObject({
      state: "manual",
      evidence: { answered: { status: "notFound" }, meters: { credit: 0 } },
    });
    expect(await codeOf(seat.cashIn({ amount: 700, clientTransferId }))).toBe(ErrorCode.AmountUnderReview);
    expect(await stage.request("settle")).toMatchObject({
      done: false,
      answer: expect.stringContaining("resolve it first"),
    });
    await stage.testFloor.wallet.resolveManual(
      transfer?.id ?? "",
      { state: "failed", moved: 0, by: "ayse", reason: "the camera shows it" },
      null,
    );
    expect([await stage.checking(), await stage.balance()]).toEqual([1_000, OPENING - 1_000]);
    expect(await stage.request("settle")).toMatchObject({ done: true });
    expect(await stage.request("back")).toMatchObject({ done: true });
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING]);
    await vi.waitFor(() => expect(suspensePushed()).toEqual([1_000, 0]));
    const again = await stage.sit(0, 1);
    expect(again.init.meters).not.toHaveProperty("suspense");
    await again.leave();
    // The machine's host has noticed that it was settled by somebody else.
    const next = await stage.sit();
    expect(await codeOf(next.cashIn(deposit(100)))).toBeNull();
    expect((await stage.testFloor.wallet.check()).ok).toBe(true);
  });

  it("settles itself when the machine answers clearly and all meters agree, and puts the machine back into play", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    const driver = stage.driver();
    const meters = driver.meters.bind(driver);
    loseAnswer(async () => {
      // One wrong reading of the meters, e.g. from a bad line.
      vi.spyOn(driver, "meters").mockImplementationOnce(async () => ({ ...(await meters()), credit: 1 }));
    });
    const clientTransferId = randomUUID();
    expect(await codeOf(seat.cashIn({ amount: 700, clientTransferId }))).toBe(ErrorCode.AmountUnderReview);
    expect(await stage.checking()).toBe(1_700);
    await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
    await vi.waitFor(async () => expect((await machineRow()).quarantined).toBeNull());
    expect([await stage.checking(), await stage.balance(), stage.driver().state().credit]).toEqual([0, OPENING, 0]);
    expect(await codeOf(stage.sit())).toBeNull();
  });

  it("is interrogated again after a start, and stays manual while the meters differ", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(1_000));
    loseAnswer(() => stage.driver().faults.clearMemory());
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(ErrorCode.AmountUnderReview);
    await stage.testFloor.stop();
    await stage.replaceFloor();
    expect(await stage.testFloor.wallet.unresolved()).toMatchObject([{ state: "manual" }]);
    expect([await stage.checking(), await stage.balance()]).toEqual([1_700, OPENING - 1_700]);
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    expect(await codeOf(stage.sit(0, 1))).toBeNull();
  });

  it("stays waiting, held and with its session, as long as the machine is away", async () => {
    const seat = await stage.sit();
    loseAnswer(async () => stage.driver().faults.offline(true));
    expect(await codeOf(seat.cashIn(deposit(700)))).toBe(ErrorCode.TransferInDoubt);
    stage.testFloor.node.skipped += 10 * 60_000;
    await stage.steps("before:interrogate", 2);
    expect(await stage.testFloor.wallet.unresolved()).toMatchObject([{ state: "unknown" }]);
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING - 700]);
    stage.driver().faults.offline(false);
    await vi.waitFor(async () => expect(await stage.testFloor.wallet.unresolved()).toEqual([]));
    expect(stage.driver().state().credit).toBe(700);
  });
});

describe("credit without an owner", () => {
  it("keeps the machine out of play, and is settled by an operator for at most its amount", async () => {
    await stage.testFloor.stop();
    await sql`update machine_memories set state = jsonb_set(jsonb_set(state, '{meters,credit}', '500'), '{meters,transferredIn}', '500')
      where machine_id = ${machine}`.execute(stage.database.superuser);
    await stage.replaceFloor();
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    expect((await stage.testFloor.wallet.check()).attention.length).toBeGreaterThan(0);
    expect(await stage.request("back")).toMatchObject({
      done: false,
      answer: `Machine ${machine}: its credit meter shows 5.00, the ledger 0.00.`,
      refusal: { code: ConsoleErrorCode.CreditDiffers, params: { shown: 500, booked: 0 } },
    });
    expect(await stage.request("settle", { pay: 501, playerId: player })).toMatchObject({ done: false });
    expect(await stage.request("settle", { pay: 200 })).toMatchObject({
      done: false,
      answer: expect.stringContaining("whom"),
    });
    expect(await stage.request("settle", { pay: 200, playerId: player })).toEqual({ done: true, answer: "200" });
    expect(await stage.balance()).toBe(OPENING + 200);
    expect(await stage.request("back")).toMatchObject({ done: true });
    expect((await stage.testFloor.wallet.check()).ok).toBe(true);
    expect(await codeOf(stage.sit())).toBeNull();
  });
});

describe("each reason against an operator's request has its own code", () => {
  const refusalOf = async (...request: Parameters<Stage["request"]>) => {
    const outcome = await stage.request(...request);
    return outcome.done ? null : outcome.refusal;
  };

  it("transfer meters that differ from the ledger keep a machine out of play", async () => {
    const driver = stage.driver();
    const meters = driver.meters.bind(driver);
    driver.meters = async () => ({ ...(await meters()), transferredIn: 700, transferredOut: 700 });
    expect(await refusalOf("back")).toEqual({
      code: ConsoleErrorCode.TransfersDiffer,
      params: { shownIn: 700, shownOut: 700, bookedIn: 0, bookedOut: 0 },
    });
  });

  it("a machine that can't be locked, or keeps its credit, is not settled, and its player is not paid", async () => {
    await stage.testFloor.stop();
    await sql`update machine_memories set state = jsonb_set(jsonb_set(state, '{meters,credit}', '500'), '{meters,transferredIn}', '500')
      where machine_id = ${machine}`.execute(stage.database.superuser);
    await stage.replaceFloor();
    const driver = stage.driver();
    const lock = driver.lock.bind(driver);
    driver.lock = async () => false;
    const settle = () => refusalOf("settle", { pay: 500, playerId: player });
    expect(await settle()).toEqual({ code: ConsoleErrorCode.MachineNotLocked, params: { machine } });
    driver.lock = lock;
    const transferOut = driver.transferOut.bind(driver);
    driver.transferOut = async ({ transferId }) => ({ status: "refused", transferId, reason: "tilt", credit: 500 });
    expect(await settle()).toEqual({ code: ConsoleErrorCode.CreditNotGiven, params: { machine } });
    driver.transferOut = transferOut;
    expect(await stage.balance()).toBe(OPENING);
    expect(await stage.request("settle", { pay: 500, playerId: player })).toEqual({ done: true, answer: "500" });
    expect(await stage.request("back")).toMatchObject({ done: true });
  });

  it("what only the ledger knows is said as a change in the meantime", async () => {
    const settleMachine = vi.spyOn(stage.testFloor.wallet, "settleMachine");
    settleMachine.mockRejectedValueOnce(new AppError(ErrorCode.Conflict));
    expect(await refusalOf("settle", { pay: 0 })).toEqual({ code: ConsoleErrorCode.SettlementRefused, params: {} });
    settleMachine.mockRestore();
    expect(await refusalOf("settle", { pay: 0 })).toBeNull();
  });

  it("what a driver says in its own words stays as it is", async () => {
    stage.driver().unlock = async () => {
      throw new Error("board 3: relay stuck");
    };
    expect(await stage.request("unlock")).toEqual({ done: false, answer: "board 3: relay stuck", refusal: null });
  });
});

describe("a machine that lost its memory", () => {
  it("ends play: the credit waits in suspense, its player is free, an operator settles it, and it plays again", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(50_000));
    await seat.press("play");
    await vi.waitFor(async () =>
      expect(await stage.database.db.selectFrom("games").selectAll().execute()).toHaveLength(1),
    );
    await vi.waitFor(() => expect(stage.driver().state().phase).toBe("idle"));
    const credit = (await stage.testFloor.wallet.machineBalance(machine)).credit;
    await stage.driver().faults.clearMemory();
    await vi.waitFor(async () => expect((await stage.session(seat.sessionId)).state).toBe("closed"));
    expect(await stage.session(seat.sessionId)).toMatchObject({ end_reason: "checking" });
    expect([await stage.checking(), await stage.balance()]).toEqual([credit, OPENING - 50_000]);
    // The seat is notified a moment after the session is closed.
    await vi.waitFor(() =>
      expect(stage.testFloor.infos(seat.sessionId)).toContainEqual(
        expect.objectContaining({
          action: "CLOSE_SESSION",
          code: ErrorCode.AmountUnderReview,
          params: { reason: "checking", amount: credit },
        }),
      ),
    );
    expect(await codeOf(stage.sit())).toBe(ErrorCode.MachineOutOfOrder);
    expect((await stage.testFloor.wallet.check()).ok).toBe(false);
    // The player plays at another machine.
    const elsewhere = await stage.sit(0, 1);
    await elsewhere.cashIn(deposit(100));
    await (await stage.sit(0, 1)).leave();

    expect(await stage.request("back")).toMatchObject({
      done: false,
      answer: expect.stringContaining("not settled"),
      refusal: { code: ConsoleErrorCode.BackUnsettled, params: { amount: credit } },
    });
    expect(await stage.request("settle", { pay: credit + 1 })).toMatchObject({
      done: false,
      answer: expect.stringContaining(majorUnits(credit)),
    });
    expect(await stage.checking()).toBe(credit);
    expect(await stage.request("settle")).toEqual({ done: true, answer: String(credit) });
    expect([await stage.checking(), await stage.balance()]).toEqual([0, OPENING - 50_000 + credit]);
    expect(await stage.request("back")).toMatchObject({ done: true });
    expect((await stage.testFloor.wallet.check()).ok).toBe(true);
    // Its games count from one again; the house's numbers rise.
    const next = await stage.sit();
    await next.cashIn(deposit(10_000));
    await next.press("play");
    await vi.waitFor(async () =>
      expect(await stage.database.db.selectFrom("games").selectAll().execute()).toHaveLength(2),
    );
    await vi.waitFor(() => expect(stage.driver().state().phase).toBe("idle"));
    const left = stage.driver().state().credit;
    expect(await next.leave()).toEqual({ amount: left });
  });

  it("is found at the start of the next owner, with nobody at it", async () => {
    const seat = await stage.sit();
    await seat.cashIn(deposit(5_000));
    await stage.testFloor.stop();
    await sql`update machine_memories set state = jsonb_set(state, '{meters,credit}', '0')`.execute(
      stage.database.superuser,
    );
    await stage.replaceFloor();
    expect(await stage.session(seat.sessionId)).toMatchObject({ state: "closed", end_reason: "checking" });
    expect([await stage.checking(), (await machineRow()).quarantined]).toEqual([
      5_000,
      expect.stringContaining("credit 0"),
    ]);
  });
});
