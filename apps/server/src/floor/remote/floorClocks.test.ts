import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FloorClocks } from "./floorClocks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KEPT_MS = 10_000;

it("is never ahead of the floor's clock, and is right to the fastest message of the last ten seconds", () => {
  const messages = fc.array(fc.record({ gap: fc.nat({ max: 3_000 }), travels: fc.nat({ max: 500 }) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(messages, fc.integer({ min: -1e6, max: 1e6 }), (sent, ahead) => {
      const clocks = new FloorClocks();
      const arrivals: { at: number; travels: number }[] = [];
      for (const { gap, travels } of sent) {
        vi.advanceTimersByTime(gap);
        const at = performance.now();
        clocks.note("floor", at + ahead - travels);
        arrivals.push({ at, travels });
        const recent = arrivals.filter((arrival) => at - arrival.at < KEPT_MS);
        const error = at + ahead - (clocks.now("floor") ?? Infinity);
        expect(error).toBeCloseTo(Math.min(...recent.map((arrival) => arrival.travels)), 3);
      }
    }),
  );
});

it("forgets floors from which nothing has come for ten seconds", () => {
  const clocks = new FloorClocks();
  for (let n = 0; n < 100; n += 1) {
    clocks.note(`floor-${n}`, 0);
    vi.advanceTimersByTime(KEPT_MS);
  }
  expect(clocks.size).toBeLessThanOrEqual(2);
  expect(clocks.now("floor-0")).toBeNull();
});
