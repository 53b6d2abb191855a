import { expect, it } from "vitest";
import { createBackoff } from "./backoff.ts";

const pauses = (random: number) => {
  const backoff = createBackoff({ minMs: 250, maxMs: 2_000 }, () => random);
  return { backoff, next: (count: number) => Array.from({ length: count }, () => backoff.next()) };
};

it("doubles the pauses up to the limit, and begins again after a success", () => {
  const { backoff, next } = pauses(1);
  expect(next(6)).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000]);
  backoff.reset();
  expect(next(2)).toEqual([250, 500]);
});

it("half of a pause is random, so that processes do not come at the same moment", () => {
  expect(pauses(0).next(4)).toEqual([125, 250, 500, 1_000]);
});
