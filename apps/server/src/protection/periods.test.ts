import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateAt, periodAt } from "./periods.ts";

const ZONES = ["Europe/Istanbul", "Europe/Berlin", "America/New_York", "Africa/Cairo", "Australia/Lord_Howe", "UTC"];
const at = (text: string) => Date.parse(text);
const hours = ({ from, to }: { from: number; to: number }) => (to - from) / 3_600_000;

describe("a period", () => {
  it("is a day, a week from Monday, or a month of the house's time zone", () => {
    // 22:30 UTC of a Sunday is Monday already in Istanbul.
    const sunday = at("2026-03-01T22:30:00Z");
    expect(periodAt("day", sunday, "Europe/Istanbul")).toEqual({
      from: at("2026-03-01T21:00:00Z"),
      to: at("2026-03-02T21:00:00Z"),
    });
    expect(periodAt("week", sunday, "Europe/Istanbul").from).toBe(at("2026-03-01T21:00:00Z"));
    expect(periodAt("week", sunday, "UTC")).toEqual({
      from: at("2026-02-23T00:00:00Z"),
      to: at("2026-03-02T00:00:00Z"),
    });
    expect(periodAt("month", at("2026-12-31T22:00:00Z"), "Europe/Istanbul")).toEqual({
      from: at("2026-12-31T21:00:00Z"),
      to: at("2027-01-31T21:00:00Z"),
    });
  });

  it("has 23 or 25 hours when the clocks change", () => {
    expect(hours(periodAt("day", at("2026-03-29T10:00:00Z"), "Europe/Berlin"))).toBe(23);
    expect(hours(periodAt("day", at("2026-10-25T10:00:00Z"), "Europe/Berlin"))).toBe(25);
    expect(hours(periodAt("week", at("2026-10-25T10:00:00Z"), "Europe/Berlin"))).toBe(169);
  });

  it("begins after a skipped midnight", () => {
    // Cairo put its clocks from 00:00 to 01:00 on that day.
    expect(periodAt("day", at("2024-04-26T12:00:00Z"), "Africa/Cairo")).toEqual({
      from: at("2024-04-25T22:00:00Z"),
      to: at("2024-04-26T21:00:00Z"),
    });
  });

  it("contains its moment, begins at a date's first minute, and ends where the next begins", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") }),
        fc.constantFrom("day" as const, "week" as const, "month" as const),
        fc.constantFrom(...ZONES),
        (moment, period, zone) => {
          const { from, to } = periodAt(period, moment, zone);
          expect(from).toBeLessThanOrEqual(moment);
          expect(to).toBeGreaterThan(moment);
          expect(dateAt(from, zone)).toBeGreaterThan(dateAt(from - 1, zone));
          expect(periodAt(period, to, zone).from).toBe(to);
          expect(periodAt(period, from, zone)).toEqual({ from, to });
        },
      ),
      { numRuns: 300 },
    );
  });
});
