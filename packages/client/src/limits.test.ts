import { expect, it } from "vitest";
import { effectOf, parseMinutes, readLimitChange } from "./limits.ts";

it.each([
  [null, 100, "tighter"],
  [100, 99, "tighter"],
  [100, 101, "looser"],
  [100, null, "looser"],
  [100, 100, "same"],
  [null, null, "same"],
] as const)("from %s to %s is %s", (present, next, effect) => expect(effectOf(present, next)).toBe(effect));

it("reads minutes, and nothing else", () => {
  expect(parseMinutes(" 90 ")).toBe(90);
  expect(parseMinutes("٩٠")).toBe(90);
  for (const text of ["", "0", "-5", "1.5", "44641", "ninety"]) expect(parseMinutes(text), text).toBeNull();
});

it("reads a change of a limit as the log has it, and nothing else", () => {
  const at = "2026-11-22T10:00:00.000Z";
  expect(readLimitChange("loss/day 50000 → 20000")).toEqual({
    kind: "loss",
    period: "day",
    before: 50_000,
    after: 20_000,
    later: null,
  });
  expect(readLimitChange(`time/week 90 → none from ${at}`)).toMatchObject({ after: null, later: { way: "from", at } });
  expect(readLimitChange(`cashIn/day none → 5 confirm ${at}`)).toMatchObject({
    before: null,
    later: { way: "confirm", at },
  });
  for (const text of ["", "whatever", "toString/day 1 → 2", "loss/year 1 → 2", "loss/day 1 → 2.5"])
    expect(readLimitChange(text), text).toBeNull();
});
