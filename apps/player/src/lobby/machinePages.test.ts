import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createPageOrder } from "./machinePages.ts";

const machine = (id: number, status: Machine["status"] = "available"): Machine => ({
  id,
  name: `Makine ${id}`,
  brand: "A",
  status,
});
const page = (id: number, ...machines: Machine[]) => ({ brand: { id }, machines });
const ids = (machines: readonly Machine[]) => machines.map(({ id }) => id);

it("sorts within each brand, and keeps the order of the moment while statuses change", () => {
  const orderOf = createPageOrder();
  const choice = new Map();
  const first = page(1, machine(1, "playing"), machine(2));
  expect(ids(orderOf([first, page(2, machine(3, "playing"), machine(4))], "free", choice))).toEqual([2, 1, 4, 3]);
  const changed = page(1, machine(1), machine(2, "playing"));
  expect(ids(orderOf([changed, page(2, machine(3), machine(4))], "free", choice))).toEqual([2, 1, 4, 3]);
  // Chosen again.
  expect(ids(orderOf([changed], "free", new Map()))).toEqual([1, 2]);
  expect(ids(orderOf([changed], "house", null))).toEqual([1, 2]);
});

it("is the same list while nothing changes", () => {
  const orderOf = createPageOrder();
  const [one, two] = [page(1, machine(1)), page(2, machine(2))];
  const all = orderOf([one, two], "house", null);
  expect(orderOf([{ ...one }, { ...two }], "house", null)).toBe(all);
  expect(orderOf([one, page(2, machine(2, "playing"))], "house", null)).not.toBe(all);
});
