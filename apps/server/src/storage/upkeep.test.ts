import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepMonthsAhead, keepRetention } from "./upkeep.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const log = { error: vi.fn() };

test("months are created daily for weeks; after a failure, which is logged, an hour later", async () => {
  let runs = 0;
  const stop = keepMonthsAhead({
    log,
    addMonths() {
      runs += 1;
      return runs === 2 ? Promise.reject(new Error("away")) : Promise.resolve();
    },
  });
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
  expect(runs).toBe(1);
  expect(log.error).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
  expect(runs).toBe(2);
  expect(log.error).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(runs).toBe(3);
  await vi.advanceTimersByTimeAsync(21 * 24 * HOUR_MS);
  expect(runs).toBe(24);
  await stop();
  await vi.advanceTimersByTimeAsync(48 * HOUR_MS);
  expect(runs).toBe(24);
});

test("one run at a time, and its end is awaited", async () => {
  const run = Promise.withResolvers<void>();
  const addMonths = vi.fn(() => run.promise);
  const stop = keepMonthsAhead({ log, addMonths });
  await vi.advanceTimersByTimeAsync(72 * HOUR_MS);
  expect(addMonths).toHaveBeenCalledOnce();
  let ended = false;
  const ending = stop().then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toBe(false);
  run.resolve();
  await ending;
  await vi.advanceTimersByTimeAsync(72 * HOUR_MS);
  expect(addMonths).toHaveBeenCalledOnce();
});

test("old months are dropped an hour after the start, then daily; after a failure, which is logged, an hour later", async () => {
  const errors = { error: vi.fn() };
  let runs = 0;
  const stop = keepRetention({
    log: errors,
    retain() {
      runs += 1;
      return runs === 2 ? Promise.reject(new Error("away")) : Promise.resolve();
    },
  });
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
  expect([runs, errors.error.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(runs).toBe(3);
  await stop();
});
