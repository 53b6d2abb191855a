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
  ["tr", "1,234.50"],
  ["tr", "1,500"],
  ["tr", "1.234.50"],
  ["tr", "1.23,4"],
  ["tr", "NaN"],
  ["tr", "9999999999999"],
  ["en", "1.500"],
  ["en", "1.234,50"],
])("takes in %s no %j", (language, text) => expect(parseAmount(text, language)).toBeNull());
