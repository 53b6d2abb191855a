import { AppError, ErrorCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { pressClock, timeOfPress } from "./pressTime.ts";

const channel = { provenAt: performance.now() - 300 };
const age = (at?: number) => performance.now() - timeOfPress(at, channel).madeAt;

it("is as old as its client says, by the clock that the heartbeats show", () => {
  expect(age(pressClock() - 1_700)).toBeCloseTo(1_700, -2);
  expect(timeOfPress(1_000, channel)).toMatchObject({ at: 1_000 });
  expect(age(1_000)).toBeGreaterThan(3_000);
});

it("without a time is as old as what its client had received before", () => {
  expect(age()).toBeCloseTo(300, -2);
  expect(timeOfPress(undefined, channel)).not.toHaveProperty("at");
});

it("is never younger than now, and refused where it is in the future", () => {
  const { madeAt } = timeOfPress(pressClock() + 500, channel);
  expect(madeAt).toBeLessThanOrEqual(performance.now());
  for (const ahead of [1_500, 60_000, 1e15])
    expect(() => timeOfPress(pressClock() + ahead, channel)).toThrow(new AppError(ErrorCode.PressTooLate));
});
