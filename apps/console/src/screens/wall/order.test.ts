/** The order of the wall, its filters, and when it makes a sound. */
import type { MachineTile } from "@reelcast/contract/console";
import { expect, it } from "vitest";
import { WHOLE, countGroups, countStates, needsOf, newNeeds, wallOf, wallSearch } from "./order.ts";

const BRANDS = new Map([
  [1, "Lodestar"],
  [2, "Nordlys"],
]);
const tile = (id: number, more: Partial<MachineTile> = {}): MachineTile => ({
  id,
  name: `Machine ${id}`,
  brand: 1,
  image: null,
  video: "screen",
  state: "free",
  need: null,
  player: null,
  credit: 0,
  closed: false,
  lastGame: null,
  online: true,
  node: null,
  ...more,
});
const need = (what: NonNullable<MachineTile["need"]>["what"], since: number) => ({ what, since, text: null });
const TILES = [
  tile(1),
  tile(2, { state: "outOfOrder", need: need("outOfOrder", 5) }),
  tile(3, { state: "playing", player: { id: 7, name: "ayşe", since: 0 }, brand: 2 }),
  tile(4, { state: "tilt", need: need("tilt", 20) }),
  tile(5, { state: "quarantined", need: need("transfer", 90) }),
  tile(6, { state: "tilt", need: need("tilt", 10) }),
];
const ids = (filter: Partial<Parameters<typeof wallOf>[1]>) =>
  wallOf(TILES, { ...WHOLE, ...filter }, BRANDS).map(({ id }) => id);

it("shows what waits for a person first, money before faults, the older before the newer, then the house's order", () => {
  expect(ids({})).toEqual([5, 6, 4, 2, 1, 3]);
});

it("narrows it by group, brand and words, in any spelling", () => {
  expect(ids({ group: "needed" })).toEqual([5, 6, 4, 2]);
  expect(ids({ group: "inPlay" })).toEqual([3]);
  expect(ids({ group: "free" })).toEqual([1]);
  expect(ids({ group: "outOfPlay" })).toEqual([5, 6, 4, 2]);
  expect(ids({ state: "tilt" })).toEqual([6, 4]);
  expect(ids({ state: "bonus" })).toEqual([]);
  expect(ids({ brand: 2 })).toEqual([3]);
  expect(ids({ search: "AYSE nordlys" })).toEqual([3]);
  expect(ids({ search: "machine 4" })).toEqual([4]);
  expect(countGroups(TILES)).toEqual({ all: 6, needed: 4, inPlay: 1, free: 1, outOfPlay: 4 });
  expect(Object.fromEntries(countStates(TILES))).toEqual({
    free: 1,
    outOfOrder: 1,
    playing: 1,
    tilt: 2,
    quarantined: 1,
  });
});

it("makes a sound for a need that is new, and for none that somebody made", () => {
  const before = needsOf([tile(4, { need: need("tilt", 1) }), tile(5)]);
  const after = [
    tile(4, { need: need("tilt", 1) }),
    tile(5, { need: need("handPay", 2) }),
    tile(6, { need: need("outOfOrder", 2) }),
  ];
  expect(newNeeds(before, after).map(({ id }) => id)).toEqual([5]);
});

it("keeps in an address only what narrows the wall, and reads nothing else from one", () => {
  expect(wallSearch({ group: "needed", state: "tilt", brand: 2, search: "royal", density: "list" })).toEqual({
    group: "needed",
    state: "tilt",
    brand: 2,
    search: "royal",
  });
  expect(wallSearch({ ...WHOLE })).toEqual({});
  expect(wallSearch({ group: "nothing", state: "nothing", brand: "2", search: ["x"] })).toEqual({});
});
