import { describe, expect, it } from "vitest";
import { rowsNear, slotsFor } from "./rows.ts";

const SLOTS = slotsFor(500, 100);

describe("the rows near the window", () => {
  it("are those within it and two on either side, and always the same number of them", () => {
    expect(SLOTS).toBe(10);
    expect(rowsNear(1000, 100, 60, SLOTS)).toEqual({ first: 8, end: 18 });
    expect(rowsNear(1050, 100, 60, SLOTS)).toEqual({ first: 8, end: 18 });
    expect(rowsNear(1099, 100, 60, SLOTS)).toEqual({ first: 8, end: 18 });
  });
  it("never reach beyond the list", () => {
    expect(rowsNear(-180, 100, 60, SLOTS)).toEqual({ first: 0, end: 10 });
    expect(rowsNear(5500, 100, 60, SLOTS)).toEqual({ first: 50, end: 60 });
    expect(rowsNear(99_999, 100, 60, SLOTS)).toEqual({ first: 50, end: 60 });
    expect(rowsNear(0, 100, 4, SLOTS)).toEqual({ first: 0, end: 4 });
    expect(rowsNear(0, 100, 0, SLOTS)).toEqual({ first: 0, end: 0 });
  });
});
