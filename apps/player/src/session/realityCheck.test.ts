import { expect, it } from "vitest";
import { answeredFrom, checksDue, isCheckDue, keepAnswered } from "./realityCheck.ts";

const startedAt = "2026-01-01T10:00:00Z";
const at = (minutes: number) => Date.parse(startedAt) + minutes * 60_000;

it.each([
  [29.9, 0],
  [30, 1],
  [65, 2],
  [-5, 0],
])("after %d minutes at an interval of 30, %d are due", (played, due) => {
  expect(checksDue({ startedAt, minutes: 30, now: at(played) })).toBe(due);
});

it("asks for none where the player wants none", () => {
  for (const minutes of [null, undefined, 0]) expect(checksDue({ startedAt, minutes, now: at(600) })).toBe(0);
});

it("asks once for checks that were slept through, and counts from the start of the session", () => {
  const check = { startedAt, minutes: 30, now: at(95) };
  expect(isCheckDue({ ...check, answered: 0 })).toBe(true);
  expect(isCheckDue({ ...check, answered: checksDue(check) })).toBe(false);
  expect(isCheckDue({ ...check, now: at(119), answered: 3 })).toBe(false);
  expect(isCheckDue({ ...check, now: at(120), answered: 3 })).toBe(true);
});

it("remembers what was answered for that session alone", () => {
  expect(answeredFrom(keepAnswered("s1", 2), "s1")).toBe(2);
  expect(answeredFrom(keepAnswered("s1", 2), "s2")).toBe(0);
  expect(answeredFrom(null, "s1")).toBe(0);
  expect(answeredFrom("s1 x", "s1")).toBe(0);
});
