import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createSearch, inRanks, ranksOf, wordsOf } from "./order.ts";

const machine = (id: number, more: Partial<Machine> = {}): Machine => ({
  id,
  name: `Makine ${id}`,
  brand: { id: 1, name: "A" },
  status: "available",
  ...more,
});
const ids = (machines: readonly Machine[]) => machines.map(({ id }) => id);

const MACHINES = [
  machine(1, { status: "playing", minBet: 500 }),
  machine(2, { minBet: 100 }),
  machine(3, { status: "bonus", hot: true, minBet: 25 }),
  machine(4, { hot: true }),
  machine(5, { minBet: 100 }),
];

it("sorts by what the player asks for, otherwise as the house lists them", () => {
  expect(ids(inRanks(MACHINES, ranksOf(MACHINES, "house")))).toEqual([1, 2, 3, 4, 5]);
  expect(ids(inRanks(MACHINES, ranksOf(MACHINES, "free")))).toEqual([2, 4, 5, 1, 3]);
  expect(ids(inRanks(MACHINES, ranksOf(MACHINES, "bet")))).toEqual([3, 2, 5, 1, 4]);
  expect(ids(inRanks(MACHINES, ranksOf(MACHINES, "hot")))).toEqual([4, 3, 2, 5, 1]);
});

it("keeps its order while statuses change; a new machine comes last", () => {
  const ranks = ranksOf(MACHINES, "free");
  const later = [machine(9), ...MACHINES.map((one) => ({ ...one, status: "playing" as const }))];
  expect(ids(inRanks(later, ranks))).toEqual([2, 4, 5, 1, 3, 9]);
});

it("finds a machine by words of its name, its brand and its game, however they are typed", () => {
  const search = createSearch((game) => (game === "classic" ? "Klasik makaralar" : game));
  const machines = [
    machine(1, { name: "Irish Gold", brand: "Işıltı", game: "classic" }),
    machine(2, { name: "İnci Denizi", brand: { name: "Çağlayan" }, game: "video" }),
    machine(3, { name: "بحر الذهب", brand: "نجم" }),
  ];
  const found = (typed: string) => ids(machines.filter((one) => search(one, wordsOf(typed))));
  for (const typed of ["irish", "IRISH", "ırısh", "İrish", "isilti", "KLASİK", "gold klasik"])
    expect(found(typed), typed).toEqual([1]);
  for (const typed of ["inci", "İNCİ", "caglayan", "video", " denizi  video "])
    expect(found(typed), typed).toEqual([2]);
  expect(found("الذَّهَب")).toEqual([3]);
  expect(found("  ")).toEqual([1, 2, 3]);
  expect(found("irish video")).toEqual([]);
});
