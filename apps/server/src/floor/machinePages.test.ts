/** Pages of the list of machines: each machine once, in the order of the list. */
import { ErrorCode } from "@reelcast/contract";
import type { MachineQuery } from "@reelcast/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CatalogueContent } from "./catalogue.ts";
import { pageOf } from "./machinePages.ts";
import type { MachineRow } from "./machineStore.ts";

const row = (id: number, more: Partial<MachineRow> = {}) =>
  ({
    id,
    name: `Makine ${id}`,
    brand_id: 1 + (id % 3),
    brand: `Marka ${1 + (id % 3)}`,
    position: 0,
    ...more,
  }) as MachineRow;
function contentOf(rows: readonly MachineRow[]): CatalogueContent {
  const machines = rows.toSorted((one, other) => one.position - other.position || one.id - other.id);
  const byBrand = new Map([1, 2, 3].map((id) => [id, machines.filter(({ brand_id }) => brand_id === id)]));
  return { brands: [], machines, byId: new Map(machines.map((machine) => [machine.id, machine])), byBrand };
}
const ALL = { gameOf: (id: number) => (id % 2 === 0 ? "video" : "classic"), isShown: () => true };
const idsOf = (rows: readonly MachineRow[], query: MachineQuery) =>
  pageOf(contentOf(rows), query, ALL).rows.map(({ id }) => id);
const TEN = Array.from({ length: 10 }, (_, n) => row(n + 1));

it("is all of them without a field, and has no next page", () => {
  const { rows, next } = pageOf(contentOf(TEN), {}, ALL);
  expect([rows.length, next]).toEqual([10, null]);
});

it("walks through all machines, each once, while others are added, moved and retired", () => {
  const machine = fc.record({ id: fc.integer({ min: 1, max: 60 }), position: fc.integer({ min: -2, max: 2 }) });
  const some = fc.uniqueArray(machine, { selector: ({ id }) => id, maxLength: 40 });
  fc.assert(
    fc.property(some, some, fc.integer({ min: 1, max: 7 }), (first, others, limit) => {
      const stay = first.filter(({ id }) => id % 2 === 0);
      // Odd ones come and go between the pages.
      const versions = [first, [...stay, ...others.filter(({ id }) => id % 2 === 1)]].map((list) =>
        list.map(({ id, position }) => row(id, { position })),
      );
      const seen: number[] = [];
      let cursor: string | undefined;
      for (let n = 0; n < 200; n += 1) {
        const content = contentOf(versions[n % 2] ?? []);
        const { rows, next } = pageOf(content, { limit, ...(cursor === undefined ? {} : { cursor }) }, ALL);
        expect(rows.length).toBeLessThanOrEqual(limit);
        seen.push(...rows.map(({ id }) => id));
        if (next === null) break;
        cursor = next;
      }
      const stayed = contentOf(versions[1] ?? []).machines.filter(({ id }) => id % 2 === 0);
      expect(seen.filter((id) => id % 2 === 0)).toEqual(stayed.map(({ id }) => id));
    }),
  );
});

it("is of a brand, of ids, of words in any language's letters, and of games by their names", () => {
  expect(idsOf(TEN, { brand: 2 })).toEqual([1, 4, 7, 10]);
  expect(idsOf(TEN, { ids: "7,3,99" })).toEqual([3, 7]);
  expect(idsOf(TEN, { search: "MAKİNE 10" })).toEqual([10]);
  expect(idsOf(TEN, { search: "marka video", games: ";video" })).toEqual([2, 4, 6, 8, 10]);
  expect(idsOf(TEN, { search: "klasik", games: "classic" })).toEqual([1, 3, 5, 7, 9]);
  expect(idsOf(TEN, { search: "nothing" })).toEqual([]);
  const { rows, next } = pageOf(contentOf(TEN), { brand: 2, limit: 3 }, ALL);
  expect(rows.map(({ id }) => id)).toEqual([1, 4, 7]);
  expect(idsOf(TEN, { brand: 2, limit: 3, cursor: next ?? "" })).toEqual([10]);
});

it.each(["", "x", "1", "1.2.3", "1.e3", "9".repeat(30)])("refuses the cursor %j", (cursor) => {
  expect(() => pageOf(contentOf(TEN), { cursor }, ALL)).toThrow(
    expect.objectContaining({ code: ErrorCode.InvalidRequest, params: { field: "cursor" } }),
  );
});
it("refuses a brand that does not exist", () => {
  expect(() => pageOf(contentOf(TEN), { brand: 9 }, ALL)).toThrow(
    expect.objectContaining({ code: ErrorCode.NotFound }),
  );
});

it("has no machine that the player may not know of, neither in a page nor in what is left for the next one", () => {
  const hidden = (id: number) => id === 3 || id === 10;
  const check = { ...ALL, isShown: ({ id }: MachineRow) => !hidden(id) };
  const first = pageOf(contentOf(TEN), { limit: 4 }, check);
  expect(first.rows.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
  const last = pageOf(contentOf(TEN), { limit: 4, cursor: first.next ?? "" }, check);
  expect([last.rows.map(({ id }) => id), last.next]).toEqual([[6, 7, 8, 9], null]);
  expect(pageOf(contentOf(TEN), { ids: "3" }, check).rows).toEqual([]);
  const found = pageOf(contentOf(TEN), { search: "makine" }, check).rows;
  expect(found.some(({ id }) => hidden(id))).toBe(false);
});
