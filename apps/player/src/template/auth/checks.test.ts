import { expect, test } from "vitest";
import { SHORTEST_PASSWORD } from "@reelcast/contract";
import { isEmail, isPasswordLength } from "./checks.ts";

test("an e-mail has a name, a host and no space within", () => {
  expect(["ada@example.com", "  ada.l+x@mail.example.co  "].map(isEmail)).toEqual([true, true]);
  expect(["", "ada", "ada@", "@example.com", "ada@example", "a da@example.com", 7].map(isEmail)).toEqual(
    Array.from({ length: 7 }, () => false),
  );
});
test("a password is as long as the server wants it", () => {
  for (const letter of ["x", "ş", "ك", "🎰"]) {
    expect(isPasswordLength(letter.repeat(SHORTEST_PASSWORD)), letter).toBe(true);
    expect(isPasswordLength(letter.repeat(SHORTEST_PASSWORD - 1)), letter).toBe(false);
  }
  // Eight units of UTF-16, which the server counts as four characters.
  expect(isPasswordLength("🎰".repeat(4))).toBe(false);
  expect(isPasswordLength("x".repeat(201))).toBe(false);
});
