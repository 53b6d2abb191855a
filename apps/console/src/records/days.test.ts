import { expect, it } from "vitest";
import { dayBounds, today } from "./days.ts";

it("a day has 23, 24 or 25 hours of its time zone", () => {
  expect(dayBounds("2026-11-22", "Europe/Istanbul")).toEqual({
    from: "2026-11-21T21:00:00.000Z",
    to: "2026-11-22T20:59:59.999Z",
  });
  expect(dayBounds("2026-03-29", "Europe/Berlin")).toEqual({
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-29T21:59:59.999Z",
  });
  expect(dayBounds("2026-10-25", "Europe/Berlin")).toEqual({
    from: "2026-10-24T22:00:00.000Z",
    to: "2026-10-25T22:59:59.999Z",
  });
});

it("today is the day of the time zone", () => {
  const now = new Date("2026-11-22T22:30:00Z");
  expect([today("UTC", now), today("Europe/Istanbul", now)]).toEqual(["2026-11-22", "2026-11-23"]);
});
