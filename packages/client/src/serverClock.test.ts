import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServerClock } from "./serverClock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is not known before the first heartbeat", () => {
  const clock = new ServerClock();
  clock.roundTrip(40);
  expect(clock.now()).toBeNull();
});

it("is right to half a quick round trip on any line, and hardly ever ahead", () => {
  const ways = fc.array(fc.record({ down: fc.nat({ max: 1_500 }), up: fc.nat({ max: 1_500 }) }), { minLength: 1 });
  fc.assert(
    fc.property(ways, fc.integer({ min: -1e9, max: 1e9 }), (trips, ahead) => {
      const clock = new ServerClock();
      for (const { down, up } of trips) {
        vi.advanceTimersByTime(1_000);
        clock.heartbeat(performance.now() + ahead - down);
        clock.roundTrip(down + up);
      }
      const error = (clock.now() ?? 0) - (performance.now() + ahead);
      const quickest = Math.min(...trips.slice(-10).map(({ down }) => down));
      expect(error).toBeGreaterThanOrEqual(-quickest - 1);
      expect(error).toBeLessThanOrEqual(251);
    }),
  );
});

it("on an even line of 400 ms it is exact, also while single heartbeats take 1.5 s more", () => {
  const clock = new ServerClock();
  for (const spike of [0, 1_500, 0, 1_500, 1_500]) {
    vi.advanceTimersByTime(1_000);
    clock.heartbeat(performance.now() + 5_000 - 200 - spike);
    clock.roundTrip(400 + spike);
  }
  expect(clock.now()).toBe(Math.round(performance.now() + 5_000));
});
