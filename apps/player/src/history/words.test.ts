import { beforeAll, describe, expect, it } from "vitest";
import { OPERATION } from "@reelcast/contract";
import { loadTexts, setLanguage, t } from "../i18n/index.ts";
import { fileName, operationName, originName, playedTime } from "./words.ts";

beforeAll(async () => {
  await setLanguage("en");
  await loadTexts("history");
});

describe("operations", () => {
  it.each([
    [OPERATION.deposit, "Deposit"],
    [OPERATION.withdraw, "Withdraw"],
    [OPERATION.cashIn, "Cash In"],
    [OPERATION.cashOut, "Cash Out"],
    [OPERATION.handPay, "Hand Pay"],
    [OPERATION.jackpot, "JACKPOT"],
  ])("%i is %s", (type, name) => {
    expect(operationName(type, t)).toBe(name);
  });
  it.each([0, 7, -1, 99])("%i has no name", (type) => {
    expect(operationName(type, t)).toBe("");
  });
});

it("says where money came from: a machine by its name, the house in words", () => {
  expect(["Book of Nile", "house", "promotions", "jackpot", ""].map((from) => originName(from, t))).toEqual([
    "Book of Nile",
    "House",
    "Promotions",
    "Jackpot",
    "",
  ]);
});

it("words the time played to the minute, and never calls some time none", () => {
  expect([0, 1, 59, 90, 3600, 3725, 86_400].map((seconds) => playedTime(seconds, t))).toEqual([
    "0 min",
    "1 min",
    "1 min",
    "2 min",
    "1 h",
    "1 h 2 min",
    "24 h",
  ]);
});

it("names a file with its day", () => {
  expect(fileName("game-sessions", "2026-11-21")).toBe("game-sessions-2026-11-21.csv");
});
