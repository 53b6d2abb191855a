import { expect, it } from "vitest";
import { parseAmount } from "./amount.ts";

it.each([
  ["500", 50_000],
  [" 1 500,5 ", 150_050],
  ["99.90", 9_990],
  ["0,01", 1],
])("reads %j as %d", (text, minor) => expect(parseAmount(text)).toBe(minor));

it.each(["", "0", "-5", "1e3", "1.234,50", "12,345", "NaN", "9999999999999"])("takes no %j", (text) =>
  expect(parseAmount(text)).toBeNull(),
);
