import { expect, it } from "vitest";
import { answeredFrom, isCheckDue, keepAnswered, secondsPlayed } from "./realityCheck.ts";

const startedAt = "2026-01-01T10:00:00Z";
const at = (minutes: number) => Date.parse(startedAt) + minutes * 60_000;
/** Seconds played after so many minutes. */
const after = (minutes: number) => secondsPlayed({ startedAt, now: at(minutes) });

it.each([
  [29.9, 0, false],
  [30, 0, true],
  [59.9, 30.5, false],
  [60, 30.5, true],
  [-5, 0, false],
])("after %d minutes at an interval of 30, the latest answered at %d: due is %s", (played, answered, due) => {
  expect(isCheckDue({ startedAt, minutes: 30, now: at(played), answered: after(answered) })).toBe(due);
});

it("asks for none where the player wants none", () => {
  for (const minutes of [null, undefined, 0])
    expect(isCheckDue({ startedAt, minutes, now: at(600), answered: 0 })).toBe(false);
});

it("asks once for checks that were slept through, and counts from the start of the session", () => {
  const check = { startedAt, minutes: 30, now: at(95) };
  expect(isCheckDue({ ...check, answered: 0 })).toBe(true);
  expect(isCheckDue({ ...check, answered: after(95) })).toBe(false);
  expect(isCheckDue({ ...check, now: at(119), answered: after(95) })).toBe(false);
  expect(isCheckDue({ ...check, now: at(120), answered: after(95) })).toBe(true);
});

it("follows an interval that is changed in the middle of a session, to either side", () => {
  // Three were answered at 15 minutes, the last one at 46: of an hour's checks none was.
  const hourly = { startedAt, minutes: 60, answered: after(46) };
  expect(isCheckDue({ ...hourly, now: at(59.9) })).toBe(false);
  expect(isCheckDue({ ...hourly, now: at(60) })).toBe(true);
  // One of an hour's was answered at 61: at 15 minutes the next one is at 75.
  const quarterly = { startedAt, minutes: 15, answered: after(61) };
  expect(isCheckDue({ ...quarterly, now: at(74.9) })).toBe(false);
  expect(isCheckDue({ ...quarterly, now: at(75) })).toBe(true);
});

it("remembers when it was answered, for that session alone", () => {
  expect(answeredFrom(keepAnswered("s1", 2_760), "s1")).toBe(2_760);
  expect(answeredFrom(keepAnswered("s1", 2_760), "s2")).toBe(0);
  expect(answeredFrom(null, "s1")).toBe(0);
  expect(answeredFrom("s1 x", "s1")).toBe(0);
});
