import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clock } from "./clock.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 1, 12);
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  clock.reset();
});
afterEach(() => {
  vi.useRealTimers();
  clock.reset();
});

it("goes on evenly while the device's clock is set", () => {
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime(NOON + DAY);
  expect(clock.now()).toBe(NOON + 1_000);
  vi.setSystemTime(NOON - DAY);
  vi.advanceTimersByTime(1_000);
  expect(clock.now()).toBe(NOON + 2_000);
});

it("is the server's as soon as that says it, and follows it after a sleep, but not within its own exactness", () => {
  clock.sync(NOON - DAY, 1_000);
  expect(clock.now()).toBe(NOON - DAY + 500);
  clock.sync(NOON - DAY + 900, 1_000);
  clock.sync(NOON - DAY - 900, 1_000);
  clock.sync(Number.NaN, 1_000);
  expect(clock.now()).toBe(NOON - DAY + 500);
  clock.sync(NOON, 1_000);
  expect(clock.now()).toBe(NOON + 500);
});

it("converts a moment of the device's clock as the house's", () => {
  clock.sync(NOON - DAY, 0);
  expect(clock.fromDevice(Date.now() - 60_000)).toBe(NOON - DAY - 60_000);
});
