import { describe, expect, it } from "vitest";
import { slopeOf, trendsOf } from "./slope.ts";

describe("the slope of a soak", () => {
  it("is that of the line, and nothing without a line", () => {
    expect(slopeOf([1, 2, 3, 4].map((x) => ({ x, y: 7 + 3 * x })))).toBeCloseTo(3);
    expect(slopeOf([{ x: 1, y: 5 }])).toBe(0);
    expect(slopeOf([1, 1].map((x) => ({ x, y: Math.PI })))).toBe(0);
  });

  it("leaves the warm-up out", () => {
    // Rises by 100 at once, and then by 2 for each 1,000 acts.
    const samples = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({
      acts: n * 1_000,
      usage: { memory: (n === 0 ? 0 : 100) + n * 2 },
    }));
    expect(trendsOf(samples, 0.25)).toEqual([
      { name: "memory", start: 0, middle: 108, end: 114, perThousandActs: expect.closeTo(2) },
    ]);
    expect(trendsOf([], 0.25)).toEqual([]);
  });
});
