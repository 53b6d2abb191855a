import { describe, expect, it } from "vitest";
import { inSteps } from "./inSteps.ts";

/** A clock that `pause` advances. */
function createClock() {
  const clock = {
    time: 1_000,
    now: () => clock.time,
    pause: async (ms: number) => {
      clock.time += ms;
    },
  };
  return clock;
}

describe("a refusal", () => {
  it.each([
    [1, 300],
    [299, 300],
    [301, 600],
  ])("that took %i ms is answered after %i", async (took, answered) => {
    const clock = createClock();
    const refusal = inSteps(300, clock, async () => {
      clock.time += took;
      throw new Error("refused");
    });
    await expect(refusal).rejects.toThrow("refused");
    expect(clock.time - 1_000).toBe(answered);
  });

  it("is answered at once without steps", async () => {
    const clock = createClock();
    await expect(inSteps(0, clock, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(clock.time).toBe(1_000);
  });
});

it("delays no answer that is not a refusal", async () => {
  const clock = createClock();
  expect(await inSteps(300, clock, async () => "let in")).toBe("let in");
  expect(clock.time).toBe(1_000);
});
