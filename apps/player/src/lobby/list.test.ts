import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import {
  brandPicture,
  cellsOf,
  countFree,
  freeIn,
  jackpotIds,
  sharedMachines,
  hiddenWhere,
  shownMachines,
  sizedPicture,
  slugOf,
  withBrand,
  withJackpot,
} from "./list.ts";

const machine = (id: number, more: Partial<Machine> = {}): Machine => ({
  id,
  name: `Makine ${id}`,
  brand: { id: 1, name: "A" },
  status: "available",
  ...more,
});
const ALL = { brand: null, freeOnly: false, isHidden: () => false, matches: () => true };
const UNTIL = "2030-01-01T00:00:00Z";

it("filters by brand, search, free and reservation", () => {
  const machines = [
    machine(1),
    machine(2, { status: "playing" }),
    machine(3, { brand: "B" }),
    machine(4, { reservation: { until: UNTIL, mine: false } }),
    machine(5, { reservation: { until: UNTIL, mine: true } }),
  ];
  const ids = (list: Machine[]) => list.map(({ id }) => id);
  const shown = (hideReserved: boolean, mine: number | null) =>
    ids(shownMachines(machines, { ...ALL, isHidden: hiddenWhere(hideReserved, mine) }));
  expect(shown(true, null)).toEqual([1, 2, 3, 5]);
  expect(shown(true, 4)).toEqual([1, 2, 3, 4, 5]);
  expect(shown(false, null)).toEqual([1, 2, 3, 4, 5]);
  expect(ids(shownMachines(machines, { ...ALL, brand: { id: 2, name: "B" } }))).toEqual([3]);
  expect(ids(shownMachines(machines, { ...ALL, brand: { id: 1, name: "renamed" } }))).toEqual([1, 2, 4, 5]);
  expect(ids(shownMachines(machines, { ...ALL, freeOnly: true }))).toEqual([1, 3, 5]);
  const free = countFree(machines);
  expect([freeIn(free, { id: 1, name: "A" }), freeIn(free, { id: 2, name: "B" })]).toEqual([2, 1]);
  expect(ids(shownMachines(machines, { ...ALL, matches: ({ id }) => id === 2 }))).toEqual([2]);
});

it("takes what a brand's own lobby says into the list of all", () => {
  const all = [machine(1), machine(2, { brand: "B" }), machine(3), machine(4)];
  const fresh = [machine(5), machine(4, { status: "playing" }), machine(1)];
  expect(withBrand(all, { id: 1, name: "A" }, fresh)).toEqual([
    machine(1),
    machine(2, { brand: "B" }),
    machine(4, { status: "playing" }),
    machine(5),
  ]);
});

it("makes addresses of names", () => {
  expect(slugOf("Polar Fire")).toBe("polar-fire");
  expect(slugOf("Çifte İkiz 2!")).toBe("cifte-ikiz-2");
  expect(slugOf("!!!")).toBe("-");
  expect(brandPicture("Lodestar")).toBe("/brands/lodestar.png");
});

it("knows the jackpots of all brands, each once", () => {
  const brand = (id: number, jackpot: string) => ({ id, name: "A", jackpot, machineCount: 0 });
  expect(jackpotIds([brand(1, "2,1"), brand(2, ""), brand(3, "3,1")])).toEqual([2, 1, 3]);
});

it("knows a jackpot by what is pushed, whether the list has come or not", () => {
  const mini = { id: 1, name: "Mini", amount: 100 };
  const grand = { id: 2, name: "Grand", amount: 5_000 };
  expect(withJackpot(undefined, mini)).toEqual([mini]);
  expect(withJackpot([mini], grand)).toEqual([mini, grand]);
  expect(withJackpot([mini, grand], { ...mini, amount: 101 })).toEqual([{ ...mini, amount: 101 }, grand]);
});

it("asks for pictures in the width that is shown, where the server of the app has them", () => {
  expect(sizedPicture("/machines/a.png", 177)).toBe("/machines/a.png?w=240");
  expect(sizedPicture("/machines/a.png", 241)).toBe("/machines/a.png?w=480");
  expect(sizedPicture("/machines/a.png", 999)).toBe("/machines/a.png?w=480");
  for (const other of [
    "https://cdn.example/a.png",
    "//cdn.example/a.png",
    "data:image/png;base64,AA",
    "/a.png?v=2",
    "",
  ])
    expect(sizedPicture(other, 100), other).toBe(other);
});

it("divides every width into two cards or more, which fill it", () => {
  for (let width = 280; width <= 2600; width += 1) {
    const { columns, cell, step } = cellsOf(width);
    expect(columns * step - (step - cell), `${width}`).toBeCloseTo(width);
    expect(cell, `${width}`).toBeGreaterThan(width < 340 ? 130 : 158);
  }
  expect([366, 820, 1392, 1872].map((width) => cellsOf(width).columns)).toEqual([2, 4, 5, 6]);
});

it("a machine that did not change stays the same object, and a list without changes the same list", () => {
  const known = [machine(1), machine(2)];
  expect(sharedMachines(known, [machine(1), machine(2)])).toBe(known);
  const next = sharedMachines(known, [machine(1), machine(2, { status: "error" }), machine(3)]) as Machine[];
  expect(next[0]).toBe(known[0]);
  expect(next.slice(1)).toEqual([machine(2, { status: "error" }), machine(3)]);
  expect(sharedMachines(known, [machine(1)])).toEqual([machine(1)]);
  const renamed = machine(1, { brand: { id: 1, name: "B" } });
  expect(sharedMachines(known, [renamed, machine(2)])).toEqual([renamed, known[1]]);
  const more = machine(1, { minBet: 100 });
  expect(sharedMachines(known, [more, machine(2)])).toEqual([more, known[1]]);
  expect(sharedMachines([more], [machine(1)])).toEqual([machine(1)]);
  expect(sharedMachines(undefined, known)).toBe(known);
});
