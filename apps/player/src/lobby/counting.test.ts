import { expect, it } from "vitest";
import { isOver, towards, valueAt } from "./counting.ts";

it("counts up without ever passing its value or going back", () => {
  const count = { from: 1_000, to: 2_000, since: 0 };
  let before = 0;
  for (let now = 0; now <= 2_000; now += 16) {
    const value = valueAt(count, now);
    expect(value).toBeGreaterThanOrEqual(before);
    expect(value).toBeLessThanOrEqual(2_000);
    before = value;
  }
  expect(before).toBe(2_000);
  expect(isOver(count, 1_499)).toBe(false);
  expect(isOver(count, 1_500)).toBe(true);
});
it("goes on from where it stands when a newer value comes", () => {
  const halfway = towards({ from: 0, to: 1_000, since: 0 }, 5_000, 300);
  expect(halfway.from).toBe(valueAt({ from: 0, to: 1_000, since: 0 }, 300));
  expect(valueAt(halfway, 300)).toBe(halfway.from);
});
it("falls at once when the jackpot was hit", () => {
  expect(valueAt({ from: 9_000, to: 100, since: 0 }, 0)).toBe(100);
});
