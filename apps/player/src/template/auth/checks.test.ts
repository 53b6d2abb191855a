import { expect, test } from "vitest";
import { isEmail } from "./checks.ts";

test("an e-mail has a name, a host and no space within", () => {
  expect(["ada@example.com", "  ada.l+x@mail.example.co  "].map(isEmail)).toEqual([true, true]);
  expect(["", "ada", "ada@", "@example.com", "ada@example", "a da@example.com", 7].map(isEmail)).toEqual(
    Array.from({ length: 7 }, () => false),
  );
});
