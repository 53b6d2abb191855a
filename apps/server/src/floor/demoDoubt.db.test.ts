import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna"]);
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

it("a player without a seat gets one, and the deposit is a manual transfer that an operator settles", async () => {
  const { done, answer } = await stage.request("doubt", { playerId: stage.player(), amount: 5_000 });
  expect(done).toBe(true);
  const { wallet, database } = { wallet: stage.testFloor.wallet, database: stage.database };
  expect(await wallet.get(answer)).toMatchObject({
    kind: "cashin",
    state: "manual",
    amount: 5_000,
    playerId: stage.player(),
    evidence: { answered: { status: "notFound" }, meters: { credit: 5_000, transferredIn: 5_000 } },
  });
  expect([await stage.balance(), await stage.checking()]).toEqual([OPENING - 5_000, 5_000]);

  await wallet.resolveManual(answer, { state: "done", moved: 5_000, by: "ayse", reason: "it has the credit" }, null);
  expect(await stage.request("settle")).toMatchObject({ done: true, answer: "5000" });
  expect(await stage.request("back")).toMatchObject({ done: true });
  expect([await stage.balance(), await stage.checking()]).toEqual([OPENING, 0]);
  const machine = await database.db
    .selectFrom("machines")
    .selectAll()
    .where("id", "=", stage.machine())
    .executeTakeFirst();
  expect(machine).toMatchObject({ quarantined: null });
  // The machine forgets one transfer only.
  const seat = await stage.sit();
  await seat.cashIn({ amount: 700, clientTransferId: "1c9a5c5e-3d0b-4c53-8d5b-6b5f0b1f2a01" });
  expect(await seat.leave()).toEqual({ amount: 700 });
});

it("a player at the machine has the doubt there, together with the credit", async () => {
  const seat = await stage.sit();
  await seat.cashIn({ amount: 1_000, clientTransferId: "1c9a5c5e-3d0b-4c53-8d5b-6b5f0b1f2a02" });
  expect(await stage.request("doubt", { playerId: stage.player(), amount: 300 })).toMatchObject({ done: true });
  expect(await stage.checking()).toBe(1_300);
  expect(await codeOf(seat.cashOut({}))).toBe(ErrorCode.SessionTerminated);
});

it("is refused at a machine where somebody else sits, and moves nothing then", async () => {
  await stage.sit();
  const { done } = await stage.request("doubt", { playerId: stage.player() + 1, amount: 300 });
  expect(done).toBe(false);
  expect(await stage.testFloor.wallet.unresolved()).toEqual([]);
});
