/** The layout of the wall on a big screen. */
import { expect, it } from "vitest";
import { pageOf, shapeOf } from "./pages.ts";

it("shows all machines as large as they can be, while they can be read", () => {
  expect(shapeOf(1900, 900, 1)).toEqual({ columns: 2, rows: 1 });
  const twelve = shapeOf(1900, 900, 12);
  expect(twelve.columns * twelve.rows).toBeGreaterThanOrEqual(12);
  expect(twelve.columns).toBeLessThanOrEqual(6);
  expect(shapeOf(1900, 900, 1_000).columns).toBe(8);
});

it("has pages where they are many, one after the other, and each machine is on one", () => {
  const machines = Array.from({ length: 100 }, (_, n) => n);
  const shape = { columns: 8, rows: 4 };
  const shown = [0, 1, 2, 3].flatMap((turn) => pageOf(machines, shape, turn).shown);
  expect(shown).toEqual(machines);
  expect(pageOf(machines, shape, 4)).toMatchObject({ page: 0, pages: 4 });
  expect(pageOf([], shape, 7)).toEqual({ shown: [], page: 0, pages: 1 });
});
