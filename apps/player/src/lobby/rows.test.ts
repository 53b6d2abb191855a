import { describe, expect, it } from "vitest";
import { firstNear, placesOf, rowAt, sectionOf, slotsFor, topOf } from "./rows.ts";

const SIZES = { columns: 2, rowHeight: 100, headingHeight: 50 };
const one = (rows: number) => placesOf([{ count: rows * 2, heading: false }], SIZES);
/** Rows 0 and 1, 2, 3 to 5. */
const THREE = placesOf(
  [3, 2, 6].map((count) => ({ count, heading: true })),
  SIZES,
);
const SLOTS = slotsFor(500, 100);

describe("the rows near the window", () => {
  it("begin two above it, and are always the same number", () => {
    expect(SLOTS).toBe(10);
    for (const top of [1000, 1050, 1099]) expect(firstNear(one(60), top, 100, SLOTS)).toBe(8);
  });
  it("never reach beyond the list", () => {
    expect(firstNear(one(60), -180, 100, SLOTS)).toBe(0);
    for (const top of [5500, 99_999]) expect(firstNear(one(60), top, 100, SLOTS)).toBe(50);
    expect(firstNear(one(4), 0, 100, SLOTS)).toBe(0);
    expect(firstNear(placesOf([], SIZES), 0, 100, SLOTS)).toBe(0);
  });
  it("cover the window at each place of a list with headings", () => {
    const places = placesOf(
      Array.from({ length: 40 }, (_, n) => ({ count: 1 + (n % 7), heading: true })),
      SIZES,
    );
    for (let top = 0; top <= places.height - 500; top += 7) {
      const first = firstNear(places, top, 100, SLOTS);
      const isShown = (row: number) => row >= first && row < first + SLOTS;
      for (let row = 0; row < places.rows; row += 1) {
        const at = topOf(places, row, 100);
        if (at + 100 > top && at < top + 500) expect(isShown(row), `row ${row} at ${top}`).toBe(true);
      }
    }
  });
});

describe("sections", () => {
  it("stand below each other, each with its heading and its own rows", () => {
    expect(THREE.sections).toEqual([
      { top: 0, cardsTop: 50, first: 0, end: 2 },
      { top: 250, cardsTop: 300, first: 2, end: 3 },
      { top: 400, cardsTop: 450, first: 3, end: 6 },
    ]);
    expect([THREE.rows, THREE.height]).toEqual([6, 750]);
    expect([0, 1, 2, 3, 5].map((row) => sectionOf(THREE, row))).toEqual([0, 0, 1, 2, 2]);
    expect([0, 1, 2, 3, 5].map((row) => topOf(THREE, row, 100))).toEqual([50, 150, 300, 450, 650]);
  });
  it("are found by a place, at a heading by the row below it", () => {
    expect([-20, 0, 49, 50, 149, 150, 250, 299, 300, 400, 650].map((top) => rowAt(THREE, top, 100))).toEqual([
      0, 0, 0, 0, 0, 1, 2, 2, 2, 3, 5,
    ]);
  });
});
