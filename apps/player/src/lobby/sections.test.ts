import type { Brand, Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

const brand = (id: number, name: string): Brand => ({ id, name, image: null, jackpot: "", machineCount: 0 });
const machine = (id: number, of: Machine["brand"]): Machine => ({ id, name: `M${id}`, brand: of, status: "available" });
const shapeOf = (machines: readonly Machine[], brands: readonly Brand[] | undefined) =>
  sectionsOf(machines, brands).map((section) => [section.brand?.name, section.machines.map(({ id }) => id)]);

it("puts each machine under its brand, in the order of the house's brands", () => {
  const machines = [
    machine(1, { id: 2, name: "B" }),
    machine(2, { id: 1, name: "A" }),
    machine(3, { id: 2, name: "B" }),
  ];
  expect(shapeOf(machines, [brand(1, "A"), brand(2, "B"), brand(3, "C")])).toEqual([
    ["A", [2]],
    ["B", [1, 3]],
  ]);
});

it("knows a brand by its name where machines carry no number, and keeps machines of unknown brands", () => {
  const machines = [
    machine(1, "Z"),
    machine(2, "A"),
    machine(3, { name: "A" }),
    machine(4, { id: 1, name: "old name" }),
  ];
  expect(shapeOf(machines, [brand(1, "A")])).toEqual([
    ["A", [4, 2, 3]],
    ["Z", [1]],
  ]);
});

it("is one section without a brand where the house shows none, and nothing without machines", () => {
  expect(shapeOf([machine(1, "A")], undefined)).toEqual([[undefined, [1]]]);
  expect([shapeOf([], undefined), shapeOf([], [brand(1, "A")])]).toEqual([[], []]);
});
