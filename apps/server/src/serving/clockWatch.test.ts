import { expect, it } from "vitest";
import { ClockComparison } from "./clockWatch.ts";

it("notices that the clock was set, forwards or back, once each time", () => {
  const clock = new ClockComparison(1_000_000, 50);
  expect(clock.stepped(1_010_000, 10_050)).toBeNull();
  expect(clock.stepped(1_080_000, 20_050)).toBe(60_000);
  expect(clock.stepped(1_090_000, 30_050)).toBeNull();
  expect(clock.stepped(1_040_000, 40_050)).toBe(-60_000);
});

it("does not take the drift that a time server corrects for a step, however long it lasts", () => {
  const clock = new ClockComparison(0, 0);
  for (let n = 1; n <= 1_000; n += 1) expect(clock.stepped(n * 10_005, n * 10_000)).toBeNull();
});
