import { expect, it } from "vitest";
import { formatAmount, parseAmount, parsePercent, table } from "./money.ts";

it.each([
  ["1500", 150_000],
  ["1500.5", 150_050],
  ["0.01", 1],
  ["99.90", 9_990],
])("reads %s as %d minor units", (text, minor) => expect(parseAmount(text)).toBe(minor));

it.each(["0", "-1", "1e3", "1,50", "1.234", "", "NaN", "99999999999999"])("refuses %j", (text) => {
  expect(() => parseAmount(text)).toThrow(/is not an amount/);
});

it("reads percentages as hundredths of a percent, and nothing else", () => {
  expect(["0", "0.5", "1", "12.34", "100"].map(parsePercent)).toEqual([0, 50, 100, 1_234, 10_000]);
  for (const text of ["100.01", "-1", "1%", "0.555", ""]) expect(() => parsePercent(text)).toThrow(/percentage/);
});

it("writes amounts exactly", () => {
  expect([0, 5, -5, 123_450, -100_000_000_001].map(formatAmount)).toEqual([
    "0.00",
    "0.05",
    "-0.05",
    "1234.50",
    "-1000000000.01",
  ]);
});

it("aligns columns", () => {
  expect(
    table(
      ["account", "sum"],
      [
        ["player", "1.00"],
        ["house", "-21.00"],
      ],
    ),
  ).toBe("account     sum\nplayer     1.00\nhouse    -21.00");
});
