import { LOG_TYPES } from "@reelcast/contract";
import { beforeAll, expect, it } from "vitest";
import { loadTexts, setLanguage, t } from "./index.ts";
import { logDetail, logTitle } from "./logs.ts";
import type { LogWords } from "./logs.ts";

beforeAll(async () => {
  await loadTexts("profile", "protection");
  await setLanguage("en");
});
const words: LogWords = {
  t,
  money: (minor) => `₺${minor / 100}`,
  moment: (at) => at.slice(0, 10),
  duration: (minutes) => `${minutes} min`,
};
const detail = (type: string, text: string | null) => logDetail({ type, detail: text }, words);

it("has words for every type that the server writes, and says one that it does not know", () => {
  const titles = LOG_TYPES.map((type) => logTitle(type, t));
  expect(new Set(titles).size).toBe(LOG_TYPES.length);
  expect(titles.filter((title) => /profile\.|_/.test(title))).toEqual([]);
  expect(logTitle("SOMETHING_NEW", t)).toContain("SOMETHING_NEW");
});

it("says which limit changed, from what to what, and since when", () => {
  expect(detail("LIMIT_CHANGED", "loss/day 50000 → 20000")).toBe("Loss limit, Per day: ₺500 → ₺200");
  expect(detail("LIMIT_CHANGED", "time/week 90 → none from 2026-11-22T10:00:00.000Z")).toBe(
    "Time limit, Per week: 90 min → none (from 2026-11-22)",
  );
  expect(detail("LIMIT_CHANGED", "cashIn/day 50000 → 80000 confirm 2026-11-22T10:00:00.000Z")).toBe(
    "Limit of moves to machines, Per day: ₺500 → ₺800 (can be confirmed from 2026-11-22)",
  );
  expect(detail("REALITY_CHECK_CHANGED", "none → 30 min")).toBe("none → 30 min");
  expect(detail("BREAK_TAKEN", "7 days until 2026-11-28T10:00:00.000Z")).toBe("until 2026-11-28");
});

it("shows a detail that it can't read as it came, and none where there is none", () => {
  expect(detail("LIMIT_CHANGED", "whatever")).toBe("whatever");
  expect(detail("LOGIN_NOT_ALLOWED", "banned")).toBe("The account is banned");
  expect(detail("LOGIN_SUCCESS", null)).toBe("");
  expect(detail("LOGIN_NOT_ALLOWED", "constructor")).toBe("constructor");
});

it("says why somebody was kept out, and from which machine a player was removed", () => {
  expect(detail("LOGIN_NOT_ALLOWED", "break")).toBe("You were taking a break");
  expect(detail("LOGIN_NOT_ALLOWED", "excluded")).toBe("You had excluded yourself from play");
  expect(detail("KICKED_PLAYER", "Lantern Street")).toBe("The player at Lantern Street was removed");
});
