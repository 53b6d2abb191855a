import { beforeAll, expect, it } from "vitest";
import { loadTexts, setLanguage, t } from "../../i18n/index.ts";
import { effectOf, parseMinutes, percentUsed, wordDays, wordMinutes, wordMonths } from "./rules.ts";

beforeAll(async () => {
  await loadTexts("protection");
  await setLanguage("en");
});

it.each([
  [null, 100, "tighter"],
  [100, 99, "tighter"],
  [100, 101, "looser"],
  [100, null, "looser"],
  [100, 100, "same"],
  [null, null, "same"],
] as const)("from %s to %s is %s", (present, next, effect) => expect(effectOf(present, next)).toBe(effect));

it("fills the bar no further than to its end", () => {
  expect(percentUsed(0, 100)).toBe(0);
  expect(percentUsed(-50, 100)).toBe(0);
  expect(percentUsed(33, 100)).toBe(33);
  expect(percentUsed(250, 100)).toBe(100);
});

it("reads minutes, and nothing else", () => {
  expect(parseMinutes(" 90 ")).toBe(90);
  expect(parseMinutes("٩٠")).toBe(90);
  for (const text of ["", "0", "-5", "1.5", "44641", "ninety"]) expect(parseMinutes(text), text).toBeNull();
});

it("puts lengths as people say them", () => {
  expect(wordMinutes(90, t)).toBe("1 h 30 min");
  expect(wordMinutes(120, t)).toBe("2 h");
  expect(wordMinutes(45, t)).toBe("45 min");
  expect(wordMinutes(0, t)).toBe("0 min");
  expect(wordDays(1, t)).toBe("1 day");
  expect(wordDays(42, t)).toBe("6 weeks");
  expect(wordMonths(6, t)).toBe("6 months");
  expect(wordMonths(12, t)).toBe("1 year");
});
