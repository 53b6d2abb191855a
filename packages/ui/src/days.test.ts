import { describe, expect, it } from "vitest";
import { formatDay, moveDay, moveMonth, parseDay, weeksOf, wordDay } from "./days.ts";

describe("a day", () => {
  it("is written as the language writes it", () => {
    expect(["tr", "en", "ar"].map((language) => formatDay("2026-11-02", language))).toEqual([
      "02.11.2026",
      "02/11/2026",
      "02/11/2026",
    ]);
    expect(formatDay("", "tr")).toBe("");
  });

  it.each([
    ["2.11.2026", "2026-11-02"],
    [" 02/11/2026 ", "2026-11-02"],
    ["02-11-2026", "2026-11-02"],
    ["2026-11-02", "2026-11-02"],
    ["٠٢/١١/٢٠٢٦", "2026-11-02"],
    ["29.02.2028", "2028-02-29"],
    ["29.02.2026", null],
    ["31.04.2026", null],
    ["00.01.2026", null],
    ["1.13.2026", null],
    ["2.11.26", null],
    ["soon", null],
    ["", null],
  ])("typed as %j is %j", (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  it("moves by days and months, and stays within a shorter month", () => {
    expect([moveDay("2026-12-31", 1), moveDay("2026-03-01", -1)]).toEqual(["2027-01-01", "2026-02-28"]);
    expect([moveMonth("2026-01-31", 1), moveMonth("2026-01-15", -1)]).toEqual(["2026-02-28", "2025-12-15"]);
  });
});

it("the weeks of a month begin as in the language, and hold all of its days", () => {
  const november = weeksOf("2026-11-22", "tr");
  expect(november[0]).toEqual(expect.arrayContaining(["2026-10-26", "2026-11-01"]));
  expect(november.flat().filter((day) => day.startsWith("2026-11"))).toHaveLength(30);
  expect(weeksOf("2026-11-22", "ar")[0]?.[0]).toBe("2026-10-31");
  expect(wordDay("2026-11-22", "tr", { month: "long", year: "numeric" })).toBe("Kasım 2026");
});
