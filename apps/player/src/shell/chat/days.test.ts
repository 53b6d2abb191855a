import { expect, it } from "vitest";
import { byDay, nameOfDay, partsOf } from "./days.ts";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();

it("puts messages together by the player's own day, in the order in which they were written", () => {
  const messages = [
    { time: at(20, 23), message: "a" },
    { time: at(21, 0), message: "b" },
    { time: at(21, 23), message: "c" },
  ];
  expect(byDay(messages).map(({ day, items }) => [day, items.map(({ message }) => message).join("")])).toEqual([
    ["2026-11-20", "a"],
    ["2026-11-21", "bc"],
  ]);
  expect(byDay([])).toEqual([]);
});

it("speaks of today and yesterday, over the ends of months too", () => {
  expect(nameOfDay("2026-12-01", new Date(2026, 11, 1, 0, 1))).toBe("today");
  expect(nameOfDay("2026-11-30", new Date(2026, 11, 1, 23, 59))).toBe("yesterday");
  expect(nameOfDay("2026-11-29", new Date(2026, 11, 1))).toBe("other");
});

it.each([
  ["DD.MM.YYYY HH:mm:ss", "DD.MM.YYYY", "HH:mm"],
  ["YYYY-MM-DD HH.mm", "YYYY-MM-DD", "HH.mm"],
  ["HH:mm:ss, DD/MM", "DD/MM", "HH:mm"],
  ["YYYY", "YYYY", "HH:mm"],
])("takes day and time out of the house's format %s", (format, day, time) =>
  expect(partsOf(format)).toEqual({ day, time }),
);
