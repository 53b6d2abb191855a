import { describe, expect, it } from "vitest";
import { rowsNear } from "./rows.ts";

describe("the rows near the window", () => {
  it("are those within it and three on either side", () => {
    expect(rowsNear(1000, 500, 100, 60)).toEqual({ first: 7, end: 18 });
    expect(rowsNear(1050, 500, 100, 60)).toEqual({ first: 7, end: 19 });
  });
  it("never reach beyond the list", () => {
    expect(rowsNear(-180, 500, 100, 60)).toEqual({ first: 0, end: 7 });
    expect(rowsNear(5500, 500, 100, 60)).toEqual({ first: 52, end: 60 });
    expect(rowsNear(99_999, 500, 100, 60)).toEqual({ first: 60, end: 60 });
    expect(rowsNear(0, 500, 100, 0)).toEqual({ first: 0, end: 0 });
  });
});
