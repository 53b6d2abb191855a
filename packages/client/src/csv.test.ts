import { expect, test } from "vitest";
import { separatorOf } from "./csv.ts";

test.each([
  ["tr", "tr-TR", "semicolon"],
  ["tr", "en-US", "semicolon"],
  ["en", "en-GB", "comma"],
  ["en", "de-DE", "semicolon"],
  ["en", "pl", "semicolon"],
  ["ar", "ar", "comma"],
] as const)("a reader of %s with a browser in %s gets a file by %s", (language, browser, separator) => {
  expect(separatorOf(language, browser)).toBe(separator);
});
