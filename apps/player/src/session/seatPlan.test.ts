import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropSeatPlan, planSeat, seatPlanFor } from "./seatPlan.ts";

const PLAN = { machineId: 6, amount: 50_000, bet: 250, lines: null, betPerLine: null };
const [STEADY, DAY] = [10_000, 1_770_000_000_000];
const clocks = (steady: number, day: number) => {
  vi.spyOn(performance, "now").mockReturnValue(STEADY + steady);
  vi.spyOn(Date, "now").mockReturnValue(DAY + day);
};
const isValid = () => seatPlanFor(6, 1)?.isValid();

beforeEach(() => {
  clocks(0, 0);
  planSeat(PLAN, 1);
});
afterEach(() => {
  dropSeatPlan();
  vi.restoreAllMocks();
});

it("is for the machine and the player of the confirmation alone, and is read without an effect", () => {
  expect(seatPlanFor(6, 1)).toMatchObject(PLAN);
  expect(seatPlanFor(6, 1)).toMatchObject(PLAN);
  expect(seatPlanFor(7, 1)).toBeNull();
  expect(seatPlanFor(6, 2)).toBeNull();
  expect(seatPlanFor(6, undefined)).toBeNull();
  dropSeatPlan();
  expect(seatPlanFor(6, 1)).toBeNull();
});

it("holds for 15 seconds by both clocks: one stands still while a computer sleeps, the other one can be set back", () => {
  clocks(14_999, 14_999);
  expect(isValid()).toBe(true);
  clocks(15_000, 14_000);
  expect(isValid()).toBe(false);
  clocks(1_000, 3_600_000);
  expect(isValid()).toBe(false);
  clocks(1_000, -3_600_000);
  expect(isValid()).toBe(false);
});
