/** Brands and machines in memory: what a call may find after a change, in one process and in another. */
import { expect, it, vi } from "vitest";
import { createLocalBus } from "../bus/local.ts";
import { createTestNetwork } from "../bus/testing/network.ts";
import { Catalogue } from "./catalogue.ts";
import type { BrandRow, MachineRow } from "./machineStore.ts";

const bus = () =>
  createLocalBus((error) => {
    throw error;
  });
const brand = (id: number): BrandRow => ({
  id,
  name: `Brand ${id}`,
  skin: null,
  image: null,
  jackpot: "",
  position: 0,
});
const row = (id: number, more: Partial<MachineRow> = {}) =>
  ({ id, name: `M${id}`, brand_id: 1, brand: "Brand 1", position: 0, ...more }) as MachineRow;

/** The database that all processes share. */
function createRows() {
  const rows = { brands: [brand(1), brand(2)], machines: [row(1), row(2)] };
  const store = {
    brands: vi.fn(async () => [...rows.brands]),
    machines: vi.fn(async (ids?: readonly number[]) =>
      rows.machines.filter(({ id }) => ids === undefined || ids.includes(id)),
    ),
  };
  return { rows, store };
}
const namesOf = async (catalogue: Catalogue) => (await catalogue.read()).machines.map(({ name }) => name);

it("reads once, however many ask", async () => {
  const { store } = createRows();
  const catalogue = new Catalogue(store, bus());
  expect(catalogue.known).toBeNull();
  await Promise.all([catalogue.read(), catalogue.read()]);
  const { byBrand, byId } = await catalogue.read();
  expect(store.machines).toHaveBeenCalledTimes(1);
  expect(byBrand.get(1)).toHaveLength(2);
  expect(byBrand.get(2)).toEqual([]);
  expect(byId.get(2)?.name).toBe("M2");
});

it("an edit in one process is what the next call in another one finds, and only that machine is read", async () => {
  const { rows, store } = createRows();
  const network = createTestNetwork();
  const [here, there] = [network.join("one"), network.join("two")];
  const [own, other] = [new Catalogue(store, here), new Catalogue(store, there)];
  await Promise.all([own.read(), other.read()]);
  store.machines.mockClear();
  rows.machines[1] = row(2, { name: "New name" });
  here.publish("machine.changed", { id: 2 });
  await vi.waitFor(async () => expect(await namesOf(other)).toEqual(["M1", "New name"]));
  expect(await namesOf(own)).toEqual(["M1", "New name"]);
  expect(store.machines.mock.calls).toEqual([[[2]], [[2]]]);
});

it("machines are added, moved and retired in their order", async () => {
  const { rows, store } = createRows();
  const local = bus();
  const catalogue = new Catalogue(store, local);
  await catalogue.read();
  rows.machines = [row(3, { position: -1, brand_id: 2 }), row(2)];
  for (const id of [1, 3]) local.publish("machine.changed", { id });
  const { byBrand } = await catalogue.read();
  expect(await namesOf(catalogue)).toEqual(["M3", "M2"]);
  expect(byBrand.get(2)?.map(({ id }) => id)).toEqual([3]);
});

it("a change during a reading is read again", async () => {
  const { rows, store } = createRows();
  const local = bus();
  const catalogue = new Catalogue(store, local);
  const begun = catalogue.read();
  rows.machines[0] = row(1, { name: "Later" });
  local.publish("machine.changed", { id: 1 });
  const [, later] = await Promise.all([begun, namesOf(catalogue)]);
  expect(later).toEqual(["Later", "M2"]);
});

it("a reading that fails is made again by the next call, for the change that it was for", async () => {
  const { rows, store } = createRows();
  const local = bus();
  const catalogue = new Catalogue(store, local);
  await catalogue.read();
  rows.brands.push(brand(3));
  local.publish("brand.changed", { id: 3 });
  store.machines.mockRejectedValueOnce(new Error("away"));
  await expect(catalogue.read()).rejects.toThrow("away");
  expect((await catalogue.read()).brands).toHaveLength(3);
});

it("a change whose message was lost is found ten seconds later, and after an interruption of the bus at once", async () => {
  const { rows, store } = createRows();
  let now = 0;
  const network = createTestNetwork();
  const catalogue = new Catalogue(store, network.join("one"), () => now);
  await catalogue.read();
  rows.machines[0] = row(1, { name: "Lost" });
  now = 9_000;
  expect(await namesOf(catalogue)).toEqual(["M1", "M2"]);
  now = 10_001;
  expect(await namesOf(catalogue)).toEqual(["Lost", "M2"]);
  rows.machines[0] = row(1, { name: "In the dark" });
  network.setUp("one", false);
  network.setUp("one", true);
  expect(await namesOf(catalogue)).toEqual(["In the dark", "M2"]);
});
