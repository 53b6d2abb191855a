import { expect, it } from "vitest";
import { isDateOfBirth, isUnder25, yearsOld } from "./age.ts";

const at = (text: string) => Date.parse(text);

it("counts years by the calendar of the house", () => {
  expect(yearsOld("2001-11-23", at("2026-11-22T20:59:59Z"), "Europe/Istanbul")).toBe(24);
  // It is the 23rd already in Istanbul.
  expect(yearsOld("2001-11-23", at("2026-11-22T21:00:00Z"), "Europe/Istanbul")).toBe(25);
  expect(yearsOld("2001-11-23", at("2026-11-22T21:00:00Z"), "UTC")).toBe(24);
  expect(yearsOld("2004-02-29", at("2022-02-28T12:00:00Z"), "UTC")).toBe(17);
  expect(yearsOld("2004-02-29", at("2022-03-01T12:00:00Z"), "UTC")).toBe(18);
});

it("a player of unknown age counts as young", () => {
  const now = at("2026-11-23T12:00:00Z");
  expect(isUnder25({ bornOn: null }, now, "UTC")).toBe(true);
  expect(isUnder25({ bornOn: "2001-11-24" }, now, "UTC")).toBe(true);
  expect(isUnder25({ bornOn: "2001-11-23" }, now, "UTC")).toBe(false);
});

it.each([
  ["1990-01-31", true],
  ["1990-02-31", false],
  ["1990-13-01", false],
  ["31.01.1990", false],
  ["2026-11-24", false],
  ["1890-01-01", false],
])("%s is a date of birth: %s", (text, is) => expect(isDateOfBirth(text, at("2026-11-23T12:00:00Z"))).toBe(is));
