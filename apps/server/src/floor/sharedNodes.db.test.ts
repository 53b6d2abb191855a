/** Several processes share the machines of one database: real nodes and hosts, and a bus between them. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createTestNetwork } from "../bus/testing/network.ts";
import type { TestNetwork } from "../bus/testing/network.ts";
import { createProxy } from "../storage/testing/proxy.ts";
import type { Proxy } from "../storage/testing/proxy.ts";
import { createFloorNode } from "./index.ts";
import { TestFloor } from "./testing/floor.ts";
import { sharedTestNode } from "./testing/node.ts";
import { openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

const MACHINES = 6;
const log = { info() {}, warn() {} };

interface House {
  stage: Stage;
  network: TestNetwork;
  /** Starts a process with this name. @param url of the database, perhaps through a proxy */
  open: (name: string, url?: string) => Promise<TestFloor>;
  /** Its address of the database goes through a proxy. */
  openDistant: (name: string) => Promise<{ floor: TestFloor; proxy: Proxy }>;
  /** How many machines the leases give to each process, by its name; those without an active owner are left out. */
  shares: () => Promise<Record<string, number>>;
}
const it = test.extend<{ house: House }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that it needs.
  house: async ({}, use) => {
    const stage = await openStage(Array<string>(MACHINES).fill("royal-sevens"), ["anna", "boris"]);
    await stage.testFloor.stop();
    const { database } = stage;
    const network = createTestNetwork();
    const floors: TestFloor[] = [];
    const proxies: Proxy[] = [];
    const open = async (name: string, url = database.url): Promise<TestFloor> => {
      const node = sharedTestNode(url, name);
      const floor = new TestFloor(database, {}, undefined, { bus: network.join(node.id), node });
      floors.push(floor);
      await floor.start();
      return floor;
    };
    await use({
      stage,
      network,
      open,
      async openDistant(name) {
        const url = new URL(database.url);
        const proxy = await createProxy(Number(url.port));
        proxies.push(proxy);
        url.port = String(proxy.port);
        return { floor: await open(name, url.href), proxy };
      },
      async shares() {
        const { rows } = await sql<{ name: string; machines: number }>`
          select n.name, count(*)::int as machines from machine_leases l
          join floor_nodes n on n.node = l.node and n.active group by n.name`.execute(database.db);
        return Object.fromEntries(rows.map(({ name, machines }) => [name, machines]));
      },
    });
    await Promise.all(floors.map((floor) => floor.stop()));
    for (const proxy of proxies) await proxy.close();
    await database.close();
  },
});

/** All of its machines are open. */
const plays = (floor: TestFloor, machines: number) => floor.floor.load().machines === machines;

it("processes that share take equal parts, also when another one joins, and no machine is without a host for long", async ({
  house: { stage, open, shares },
}) => {
  const first = await open("a");
  expect(plays(first, MACHINES)).toBe(true);
  const second = await open("b");
  await expect.poll(shares).toEqual({ a: 3, b: 3 });
  const third = await open("c");
  await expect.poll(shares).toEqual({ a: 2, b: 2, c: 2 });
  await expect.poll(() => [first, second, third].every((floor) => plays(floor, 2))).toBe(true);
  const { rows } = await sql`select machine_id from machine_leases where epoch > 4`.execute(stage.database.db);
  expect(rows).toEqual([]);
});

it("the machines of a process that is cut off are taken by the others, with their sessions", async ({
  house: { stage, open, openDistant, shares },
}) => {
  const { floor: first, proxy } = await openDistant("a");
  const second = await open("b");
  await expect.poll(shares).toEqual({ a: 3, b: 3 });
  const place = stage.machines.findIndex((id) => first.floor.knows(id));
  const machineId = stage.machine(place);
  const { sessionId } = await first.floor.sit({ playerId: stage.player(), machineId, ip: "127.0.0.1" });
  proxy.cut();
  await expect.poll(shares).toEqual({ b: 6 });
  await expect.poll(() => plays(second, 6)).toBe(true);
  expect(await second.floor.seatOf(stage.player(), machineId)).toMatchObject({ sessionId });
  // What it still wants to write is refused, and it learns that it was found dead.
  await expect.poll(() => first.node.hasAuthority()).toBe(false);
  proxy.restore();
  await expect.poll(() => first.node.lost.aborted).toBe(true);
  expect(await shares()).toEqual({ b: 6 });
});

it("the machines of a process that was killed are playable again in another", async ({
  house: { stage, open, shares },
}) => {
  const second = await open("b");
  const script = fileURLToPath(new URL("testing/nodeProcess.ts", import.meta.url));
  const child = fork(script, [stage.database.url, "a"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  try {
    await once(child, "message");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    child.kill("SIGKILL");
    await expect.poll(() => plays(second, MACHINES)).toBe(true);
  } finally {
    child.kill("SIGKILL");
  }
  await expect.poll(shares).toEqual({ b: MACHINES });
});

it("an orderly end gives the machines to the others at once", async ({ house: { open, shares } }) => {
  const first = await open("a");
  const second = await open("b");
  await expect.poll(shares).toEqual({ a: 3, b: 3 });
  await first.stop();
  await expect.poll(() => plays(second, MACHINES)).toBe(true);
});

it("a process that does not share waits for the end of all that do, and they wait for its end", async ({
  house: { stage, open },
}) => {
  const { url } = stage.database;
  const [first, second] = [await open("a"), await open("b")];
  const exclusive = createFloorNode({ url, log });
  const waiting = exclusive.becomeActive(AbortSignal.timeout(20_000));
  await first.stop();
  await expect.poll(() => plays(second, MACHINES)).toBe(true);
  expect(exclusive.hasAuthority()).toBe(false);
  await second.stop();
  await waiting;
  expect(exclusive.hasAuthority()).toBe(true);
  const third = sharedTestNode(url, "c");
  const sharing = third.becomeActive(AbortSignal.timeout(20_000));
  await vi.waitFor(async () => {
    const { rows } = await sql`select from floor_nodes where name = 'c'`.execute(stage.database.db);
    expect(rows).toHaveLength(1);
  });
  expect(third.hasAuthority()).toBe(false);
  await exclusive.release();
  await sharing;
  expect(third.hasAuthority()).toBe(true);
  await third.release();
});
