import { beforeAll, expect, it } from "vitest";
import { loadTexts, setLanguage, t } from "../../i18n/index.ts";
import { wordDays, wordMinutes, wordMonths } from "./durations.ts";

beforeAll(async () => {
  await loadTexts("protection");
  await setLanguage("en");
});

it("words durations as people say them", () => {
  expect(wordMinutes(90, t)).toBe("1 h 30 min");
  expect(wordMinutes(120, t)).toBe("2 h");
  expect(wordMinutes(45, t)).toBe("45 min");
  expect(wordMinutes(0, t)).toBe("0 min");
  expect(wordDays(1, t)).toBe("1 day");
  expect(wordDays(42, t)).toBe("6 weeks");
  expect(wordMonths(6, t)).toBe("6 months");
  expect(wordMonths(12, t)).toBe("1 year");
});
