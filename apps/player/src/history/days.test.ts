import { describe, expect, it } from "vitest";
import { dayAfterKey, dayFormat, daysUntil, isQuiet, shortDayFormat, sumOf, withQuietDays } from "./days.ts";

describe("the days of the chart", () => {
  it("end with today and go over the ends of months and years", () => {
    expect(daysUntil("2026-03-02", 4)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(daysUntil("2026-01-01", 2)).toEqual(["2025-12-31", "2026-01-01"]);
  });
  it("are each there once, whatever the clocks do", () => {
    const days = daysUntil("2026-11-21", 365);
    expect(new Set(days).size).toBe(365);
  });
  it("are filled with quiet ones, in order, and others than theirs are left out", () => {
    const played = { day: "2026-11-20", net: -500, played: 60, spins: 3 };
    const days = withQuietDays([{ ...played, day: "2026-01-01" }, played], daysUntil("2026-11-21", 3));
    expect(days.map(({ day, net }) => [day, net])).toEqual([
      ["2026-11-19", 0],
      ["2026-11-20", -500],
      ["2026-11-21", 0],
    ]);
    expect(days.map(isQuiet)).toEqual([true, false, true]);
  });
  it("add up to whole minor units, seconds and games", () => {
    const day = { day: "2026-11-20", net: -500, played: 60, spins: 3 };
    expect(sumOf([day, { ...day, net: 1250, played: 30 }])).toEqual({ net: 750, played: 90, spins: 6 });
    expect(sumOf([])).toEqual({ net: 0, played: 0, spins: 0 });
  });
});

describe("the words of a day", () => {
  it.each([
    ["DD.MM.YYYY HH:mm:ss", "DD.MM.YYYY", "DD.MM"],
    ["YYYY-MM-DD HH:mm", "YYYY-MM-DD", "MM-DD"],
    ["HH:mm DD/MM/YYYY", "DD/MM/YYYY", "DD/MM"],
  ])("follow %s", (format, day, short) => {
    expect(dayFormat(format)).toBe(day);
    expect(shortDayFormat(format)).toBe(short);
  });
});

describe("the keyboard in the chart", () => {
  const at = (current: number, rtl = false) => ({ current, count: 30, rtl });
  it("goes on by a day or a week, to both ends, and never beyond them", () => {
    expect(dayAfterKey("ArrowRight", at(4))).toBe(5);
    expect(dayAfterKey("ArrowDown", at(4))).toBe(3);
    expect(dayAfterKey("PageUp", at(4))).toBe(11);
    expect(dayAfterKey("PageDown", at(4))).toBe(0);
    expect(dayAfterKey("Home", at(4))).toBe(0);
    expect(dayAfterKey("End", at(4))).toBe(29);
    expect(dayAfterKey("ArrowUp", at(29))).toBe(29);
  });
  it("follows the direction of the page, and leaves other keys alone", () => {
    expect(dayAfterKey("ArrowLeft", at(4, true))).toBe(5);
    expect(dayAfterKey("ArrowRight", at(4, true))).toBe(3);
    expect(dayAfterKey("Tab", at(4))).toBeNull();
    expect(dayAfterKey("toString", at(4))).toBeNull();
  });
});
