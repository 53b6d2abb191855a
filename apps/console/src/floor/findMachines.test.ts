/** Which machines are found, and in which order. */
import type { MachineTile } from "@reelcast/contract/console";
import { expect, it } from "vitest";
import { tileAs } from "../testing/floor.ts";
import { findMachines } from "./findMachines.ts";

const BRANDS = new Map([
  [1, "Lodestar"],
  [2, "Şahin"],
]);
const TILES: readonly MachineTile[] = [
  tileAs(12, "Night Royal", { brand: 1 }),
  tileAs(120, "Polar Fire", { brand: 2 }),
  tileAs(7, "Royal Sevens", { brand: 2 }),
  tileAs(8, "Unroyal", { brand: 1 }),
];
const ids = (typed: string, most = 10) => findMachines(typed, TILES, BRANDS, most).map(({ id }) => id);

it("finds by name, brand and number, in any case and without accents, and by several words", () => {
  expect(ids("POLAR")).toEqual([120]);
  expect(ids("sahin")).toEqual([7, 120]);
  expect(ids("royal sahin")).toEqual([7]);
  expect(ids("nothing")).toEqual([]);
  expect(ids("  ")).toEqual([]);
});

it("has the machine of that number first, then names that begin so, then words that do", () => {
  expect(ids("12")).toEqual([12, 120]);
  expect(ids("royal")).toEqual([7, 12, 8]);
  expect(ids("royal", 2)).toEqual([7, 12]);
});
