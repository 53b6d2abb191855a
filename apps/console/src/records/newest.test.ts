/** Rows by number, the newest first. */
import { expect, it } from "vitest";
import { compareNewest } from "./newest.ts";

interface Row {
  id: number;
  state?: string;
}
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const compare = (shown: Row[], items: Row[], isAll = false) =>
  compareNewest(shown, { items, isAll }, ({ id }) => String(id));

it("nothing is new", () => {
  expect(compare(rows(5, 4, 3, 2), rows(5, 4, 3))).toMatchObject({ count: 0, isOther: false });
  expect(compare(rows(5, 4), rows(5, 4), true)).toMatchObject({ count: 0, isOther: false });
});

it("rows above are counted, wherever they stand", () => {
  expect(compare(rows(5, 4, 3, 2), rows(7, 6, 5))).toMatchObject({ count: 2, isOther: true });
  expect(compare(rows(5, 3, 2), rows(5, 4, 3))).toMatchObject({ count: 1, isOther: true });
});

it("rows that moved up from a later page are not new, but one is gone", () => {
  expect(compare(rows(5, 4, 3), rows(5, 3, 2))).toMatchObject({ count: 0, isOther: true });
});

it("the whole list says what is gone at the end, and what came there", () => {
  expect(compare(rows(5, 4, 3), rows(5, 4), true)).toMatchObject({ count: 0, isOther: true });
  expect(compare(rows(5, 4, 3), [], true)).toMatchObject({ count: 0, isOther: true });
  expect(compare(rows(5, 4), rows(5, 4, 3), true)).toMatchObject({ count: 1, isOther: true });
});

it("where all rows are new, nobody knows how many", () => {
  expect(compare(rows(5, 4), rows(99, 98))).toMatchObject({ count: null, isOther: true });
});

it("the rows on the screen stay where they are, each as it is now", () => {
  expect(compare(rows(5, 4, 3), [{ id: 6 }, { id: 4, state: "done" }]).rows).toEqual([
    { id: 5 },
    { id: 4, state: "done" },
    { id: 3 },
  ]);
});
