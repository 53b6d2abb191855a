import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OPENING, codeOf, openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage(["royal-sevens", "royal-sevens"], ["anna", "boris"]);
});
afterEach(async () => {
  expect(await stage.close()).toEqual([]);
});

const deposit = (amount: number) => ({ amount, clientTransferId: randomUUID() });
const become = (level: "enough" | "full") => {
  stage.testFloor.space.level = level;
};

it("below the reserve nothing new begins, and each refusal has its reason", async () => {
  const seat = await stage.sit();
  await seat.cashIn(deposit(5_000));
  become("full");
  expect(await codeOf(seat.press("play"))).toBe(ErrorCode.NewPlayPaused);
  expect(await codeOf(seat.press("play", undefined, true))).toBe(ErrorCode.NewPlayPaused);
  expect(await codeOf(seat.cashIn(deposit(1_000)))).toBe(ErrorCode.NewPlayPaused);
  expect(await codeOf(stage.sit(1, 1))).toBe(ErrorCode.NewPlayPaused);
  expect(stage.driver().state()).toMatchObject({ phase: "idle", credit: 5_000 });
  expect(await stage.balance()).toBe(OPENING - 5_000);
});

it("what has begun is finished: the seat is kept, a bet is chosen, a repeated deposit is answered, money goes out", async () => {
  const seat = await stage.sit();
  const first = deposit(5_000);
  await seat.cashIn(first);
  become("full");
  // The same request again: its first answer. A refusal would say that nothing was moved.
  expect(await seat.cashIn(first)).toMatchObject({ credit: 5_000 });
  expect(await codeOf(seat.press("bet"))).not.toBe(ErrorCode.NewPlayPaused);
  const again = await stage.sit();
  expect(again.init.session.resumed).toBe(true);
  expect(await again.cashOut({})).toMatchObject({ amount: 5_000, credit: 0 });
  await again.leave();
  expect(await stage.balance()).toBe(OPENING);
});

it("a game that runs ends, is recorded, and its win is taken", async () => {
  const seat = await stage.sit();
  await seat.cashIn(deposit(5_000));
  await seat.press("play");
  become("full");
  await stage.rest();
  const credit = stage.driver().state().credit;
  expect(await seat.cashOut({})).toMatchObject({ amount: credit });
});

it("goes on by itself when there is space again", async () => {
  const seat = await stage.sit();
  await seat.cashIn(deposit(5_000));
  become("full");
  expect(await codeOf(seat.press("play"))).toBe(ErrorCode.NewPlayPaused);
  become("enough");
  expect(await codeOf(seat.press("play"))).toBeNull();
  expect(await codeOf(stage.sit(1, 1))).toBeNull();
});
