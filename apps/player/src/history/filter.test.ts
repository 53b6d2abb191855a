import { clock } from "@reelcast/contract/clock";
import { afterEach, describe, expect, it } from "vitest";
import { NO_FILTER, askable, countFilters, isFiltered, isReversed, momentsOf, today, toQuery } from "./filter.ts";

afterEach(() => clock.reset());

it("the last day is the house's today, whatever the clock of the device says", () => {
  clock.sync(new Date(2026, 4, 1, 12).getTime(), 0);
  expect(today()).toBe("2026-05-01");
});

describe("what the server is asked for", () => {
  it("is everything where nothing is set", () => {
    expect(toQuery(NO_FILTER)).toEqual({});
    expect(toQuery({ ...NO_FILTER, search: "   " })).toEqual({});
    expect(isFiltered({ ...NO_FILTER, search: "   " })).toBe(false);
  });
  it("is words without the spaces round them, and a type", () => {
    expect(toQuery({ ...NO_FILTER, search: " nile ", type: "3" })).toEqual({ search: "nile", type: "3" });
  });
  it("begins with the first moment of a day and ends with the last of another, in the player's own time", () => {
    const { from, to } = toQuery({ ...NO_FILTER, from: "2026-11-20", to: "2026-11-21" });
    expect(from).toBe(new Date(2026, 10, 20).toISOString());
    expect(to).toBe(new Date(2026, 10, 21, 23, 59, 59, 999).toISOString());
  });
  it("takes one day as a whole", () => {
    const { from, to } = momentsOf("2026-11-21", "2026-11-21");
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000 - 1);
  });
});

describe("a filter", () => {
  it("is turned when it ends before it begins", () => {
    expect(isReversed({ ...NO_FILTER, from: "2026-11-21", to: "2026-11-20" })).toBe(true);
    expect(isReversed({ ...NO_FILTER, from: "2026-11-21", to: "2026-11-21" })).toBe(false);
    expect(isReversed({ ...NO_FILTER, from: "2026-11-21" })).toBe(false);
  });
  it("counts what is set besides the search", () => {
    expect(countFilters({ search: "x", from: "2026-11-21", to: "", type: "1" })).toBe(2);
  });
});

it("asks without the days where they are turned, and keeps what else is set", () => {
  const turned = { ...NO_FILTER, search: "lamp", type: "3", from: "2026-05-02", to: "2026-05-01" };
  expect(askable(turned)).toEqual({ ...NO_FILTER, search: "lamp", type: "3" });
  const straight = { ...turned, to: "2026-05-02" };
  expect(askable(straight)).toBe(straight);
});
