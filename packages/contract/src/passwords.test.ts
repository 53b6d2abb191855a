import { expect, test } from "vitest";
import { SHORTEST_PASSWORD, isNotRepeated, isTooShort } from "./passwords.ts";

test("a password is as long as the server wants it", () => {
  for (const letter of ["x", "ş", "ك", "🎰"]) {
    expect(isTooShort(letter.repeat(SHORTEST_PASSWORD)), letter).toBe(false);
    expect(isTooShort(letter.repeat(SHORTEST_PASSWORD - 1)), letter).toBe(true);
  }
  // Eight units of UTF-16, which the server counts as four characters.
  expect(isTooShort("🎰".repeat(4))).toBe(true);
});
test("what is empty is neither too short nor another one", () => {
  expect([isTooShort(""), isNotRepeated("", "a password")]).toEqual([false, false]);
  expect([isNotRepeated("a password", "a password"), isNotRepeated("a pass", "a password")]).toEqual([false, true]);
});
