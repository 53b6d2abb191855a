import { beforeAll, describe, expect, it } from "vitest";
import { OPERATION } from "@reelcast/contract";
import { loadTexts, setLanguage, t } from "../i18n/index.ts";
import { NO_FILTER } from "./filter.ts";
import { isMove, sumOperations, askedFor, fileName, operationName, originName, playedTime } from "./words.ts";

beforeAll(async () => {
  await setLanguage("en");
  await loadTexts("history");
});

it("what returns from a machine is neither paid in nor gained; what an unknown operation moves counts by its sign", () => {
  const rows = [
    { type: 1, amount: 1_000 },
    { type: 2, amount: -200 },
    { type: 3, amount: -500 },
    { type: 4, amount: 300 },
    { type: 5, amount: 50 },
    { type: 6, amount: 7 },
    { type: 99, amount: -1 },
  ];
  expect(sumOperations(rows)).toEqual({ in: 1_007, out: -201, toMachines: 500, fromMachines: 350 });
  expect(rows.filter(({ type }) => isMove(type)).map(({ type }) => type)).toEqual([3, 4, 5]);
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

describe("a search for words of the columns", () => {
  const asked = (search: string) => askedFor("transactions", { ...NO_FILTER, search }, t);
  it("goes along as codes of types and origins, however it is typed", () => {
    expect(asked("house")).toEqual({ search: "house", searchFrom: "house" });
    expect(asked(" CASH ")).toEqual({ search: "CASH", searchTypes: "3,4" });
    expect(asked("correction")).toEqual({ search: "correction", searchTags: "correction" });
    expect(asked("demo funds")).toEqual({ search: "demo funds", searchTags: "demo" });
    expect(asked("jackpot")).toEqual({ search: "jackpot", searchTypes: "6", searchFrom: "jackpot" });
  });
  it("is left alone where it names none, is empty, or the list has no such columns", () => {
    expect(asked("Book of Nile")).toEqual({ search: "Book of Nile" });
    expect(asked("  ")).toEqual({});
    expect(askedFor("sessions", { ...NO_FILTER, search: "house" }, t)).toEqual({ search: "house" });
  });
});
