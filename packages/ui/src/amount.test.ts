import { expect, it } from "vitest";
import { parseAmount } from "./amount.ts";

it.each([
  ["tr", "500", 50_000],
  ["tr", " 1 500,5 ", 150_050],
  ["tr", "99.90", 9_990],
  ["tr", "0,01", 1],
  ["tr", "1.500", 150_000],
  ["tr", "1.234.567,89", 123_456_789],
  ["en", "1,500", 150_000],
  ["en", "1,234.50", 123_450],
  ["en", "99,90", 9_990],
  ["ar", "1,234.50", 123_450],
  ["ar", "١٬٥٠٠٫٥", 150_050],
  ["ar", "٢٥٠", 25_000],
])("reads in %s %j as %d", (language, text, minor) => expect(parseAmount(text, language)).toBe(minor));

it.each([
  ["tr", ""],
  ["tr", "0"],
  ["tr", "-5"],
  ["tr", "1e3"],
  ["tr", "1,500"],
  ["tr", "₺1,500"],
  ["tr", "$500"],
  ["tr", "₺₺500"],
  ["tr", "₺"],
  ["tr", "1.234.567.89"],
  ["tr", "1,234.567,89"],
  ["tr", "1.234.50"],
  ["tr", "1.23,4"],
  ["tr", "NaN"],
  ["tr", "9999999999999"],
  ["en", "1.500"],
  ["en", "₺1.000"],
])("takes in %s no %j", (language, text) => expect(parseAmount(text, language, "TRY")).toBeNull());

it.each([
  ["tr", "₺1.000", 100_000],
  ["tr", "1.000 TL", 100_000],
  ["tr", "1.000,50 TRY", 100_050],
  ["tr", "₺ 1,000.50", 100_050],
  ["tr", "1,234.5", 123_450],
  ["tr", "1,234,567", 123_456_700],
  ["en", "1.000,50", 100_050],
  ["en", "₺ 1,000.50", 100_050],
  ["en", "1.234.567", 123_456_700],
  ["ar", "\u2066₺1,000.50\u2069", 100_050],
  ["ar", "١٬٠٠٠ ₺", 100_000],
  ["ar", "1.000,50", 100_050],
])("understands in %s what was pasted: %j", (language, text, minor) =>
  expect(parseAmount(text, language, "TRY")).toBe(minor),
);
