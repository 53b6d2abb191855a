/** Several processes share the machines of one database: real nodes and hosts, and a bus between them. */
import { fork } from "node:child_process";
import { once } from "node:events";
// pause: between a player's presses, and of a clock with short seconds; no test depends on their length
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";
import { describe, test, vi } from "vitest";
import { createTestNetwork } from "../bus/testing/network.ts";
import type { TestNetwork } from "../bus/testing/network.ts";
import type { Db } from "../storage/index.ts";
import { createProxy } from "../storage/testing/proxy.ts";
import type { Proxy } from "../storage/testing/proxy.ts";
import {
  NodeNameTaken,
  createFloorNode,
  createPresence,
  listNodes,
  otherEdgeReachesBus,
  setNodeDraining,
} from "./index.ts";
import type { NodeStats } from "./index.ts";
import { createLeases } from "./leases.ts";
import type { NodeClock } from "./nodeRenewal.ts";
import { TestFloor } from "./testing/floor.ts";
import { sharedTestNode } from "./testing/node.ts";
import { openStage } from "./testing/stage.ts";
import type { Stage } from "./testing/stage.ts";

const MACHINES = 6;
const log = { info() {}, warn() {} };

interface OwnParts {
  zone?: string;
  stats?: () => NodeStats;
  /** Its connections to the database. */
  db?: Db;
}
interface SharedNodes {
  stage: Stage;
  network: TestNetwork;
  /** Starts a process with this name. @param url of the database, perhaps through a proxy */
  open: (name: string, url?: string, own?: OwnParts) => Promise<TestFloor>;
  /** Its address of the database goes through a proxy. */
  openDistant: (name: string) => Promise<{ floor: TestFloor; proxy: Proxy }>;
  /** How many machines the leases give to each process, by its name; those without an active owner are left out. */
  shares: () => Promise<Record<string, number>>;
}
const it = test.extend<{ nodes: SharedNodes }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that it needs.
  nodes: async ({}, use) => {
    const stage = await openStage(Array<string>(MACHINES).fill("orchard-gold"), ["anna", "boris"]);
    await stage.testFloor.stop();
    const { database } = stage;
    const network = createTestNetwork();
    const floors: TestFloor[] = [];
    const proxies: Proxy[] = [];
    const open: SharedNodes["open"] = async (name, url = database.url, { db = database.db, ...own } = {}) => {
      const node = sharedTestNode(url, name, own);
      const floor = new TestFloor({ db }, {}, undefined, { bus: network.join(node.id), node });
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

/** Answers of the database to the question which leases a process holds; `hold` keeps the next one back. */
class HeldLeases implements KyselyPlugin {
  readonly #queries = new WeakSet<object>();
  #asked = Promise.withResolvers<void>();
  #gate: Promise<void> | null = null;
  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if ("sqlFragments" in node && node.sqlFragments.join("").includes("epoch from machine_leases where node"))
      this.#queries.add(queryId);
    return node;
  }
  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const gate = this.#gate;
    if (!gate || !this.#queries.has(queryId)) return result;
    this.#gate = null;
    this.#asked.resolve();
    await gate;
    return result;
  }
  /** Resolves when the next answer is there. Returns the function that lets it through. */
  async hold(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#asked = Promise.withResolvers<void>();
    this.#gate = promise;
    await this.#asked.promise;
    return resolve;
  }
}

/** All of its machines are open. */
const plays = (floor: TestFloor, machines: number) => floor.floor.load().machines === machines;

describe.concurrent("of processes that share the machines,", () => {
  it("all take equal parts, also when another one joins", async ({ expect, nodes: { stage, open, shares } }) => {
    const starting = sharedTestNode(stage.database.url, "starting");
    await starting.activate();
    const first = await open("a");
    expect(plays(first, MACHINES)).toBe(true);
    const second = await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    const third = await open("c");
    await expect.poll(shares).toEqual({ a: 2, b: 2, c: 2 });
    await expect.poll(() => [first, second, third].every((floor) => plays(floor, 2))).toBe(true);
    const { rows } = await sql`select machine_id from machine_leases where epoch > 4`.execute(stage.database.db);
    expect(rows).toEqual([]);
    await starting.release();
  });

  it("those of one that is cut off are taken by the others, with their sessions", async ({
    expect,
    nodes: { stage, open, openDistant, shares },
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

  it("those of one that was killed are playable again in another", async ({
    expect,
    nodes: { stage, open, shares },
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

  it("one that ends in order gives them to the others at once", async ({ expect, nodes: { open, shares } }) => {
    const first = await open("a");
    const second = await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    await first.stop();
    await expect.poll(() => plays(second, MACHINES)).toBe(true);
  });

  it("none is active while one that does not share is", async ({ expect, nodes: { stage, open } }) => {
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

  it("one that drains hands all over, waits for money under way, and takes again after the drain", async ({
    expect,
    nodes: { stage, open, shares },
  }) => {
    const { db } = stage.database;
    const first = await open("a");
    const second = await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    const own = stage.machines.filter((id) => first.floor.knows(id));
    const machineId = own[0] ?? 0;
    const [playerId, held] = [stage.player(), Promise.withResolvers<void>()];
    const seat = await first.floor.sit({ playerId, machineId, ip: "127.0.0.1" });
    const sending = Promise.withResolvers<void>();
    first.onStep = async (step) => {
      if (step !== "before:send") return;
      sending.resolve();
      await held.promise;
    };
    const answer = seat.cashIn({ amount: 5_000, clientTransferId: "cashin-in-a-drain" });
    await sending.promise;
    expect(await setNodeDraining(db, "a", true)).toEqual({ draining: false });
    await expect.poll(shares).toEqual({ a: 1, b: 5 });
    const drained = first.floor.drained();
    held.resolve();
    expect(await answer).toMatchObject({ credit: 5_000 });
    await drained;
    await expect.poll(() => plays(second, MACHINES)).toBe(true);
    expect(await second.floor.seatOf(playerId, machineId)).toMatchObject({ sessionId: seat.sessionId });
    const offline = first.published.filter(
      ({ topic, message }) => topic === "machine.status" && "status" in message && message.status === "offline",
    );
    expect(offline).toEqual([]);
    await setNodeDraining(db, "a", false);
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
  });

  it("one that hands a machine over does not open it again by an older answer of the database", async ({
    expect,
    nodes: { stage, open, shares },
  }) => {
    const held = new HeldLeases();
    const first = await open("a", undefined, { db: stage.database.db.withPlugin(held) });
    await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    await expect.poll(() => plays(first, 3)).toBe(true);
    const machineId = stage.machines.find((id) => first.floor.knows(id)) ?? 0;
    const answer = await held.hold();
    await first.floor.handOver(machineId);
    answer();
    // The next round takes it again, as nobody else needs it.
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    await expect.poll(() => plays(first, 3)).toBe(true);
    const offline = first.published.filter(({ message }) => "status" in message && message.status === "offline");
    expect(offline).toEqual([]);
  });

  it("one that drains does not wait for a player who plays without a pause", async ({
    expect,
    nodes: { stage, open, shares },
  }) => {
    const first = await open("a");
    await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    const machineId = stage.machines.find((id) => first.floor.knows(id)) ?? 0;
    const seat = await first.floor.sit({ playerId: stage.player(), machineId, ip: "127.0.0.1" });
    await seat.cashIn({ amount: 50_000, clientTransferId: "cashin-of-a-quick-player" });
    const ended = new AbortController();
    let games = 0;
    const playing = (async () => {
      while (!ended.signal.aborted) {
        await seat.press("play").then(
          () => void (games += 1),
          () => seat.press("take").catch(() => undefined),
        );
        await pause(1);
      }
    })();
    await expect.poll(() => games).toBeGreaterThan(1);
    expect(await setNodeDraining(stage.database.db, "a", true)).toEqual({ draining: false });
    await expect.poll(shares).toEqual({ b: 6 });
    ended.abort();
    await playing;
  });

  it("one that drains does not wait for a player who has a win to take: it is taken at the next owner", async ({
    expect,
    nodes: { stage, open, shares },
  }) => {
    const first = await open("a");
    const second = await open("b");
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    const place = stage.machines.findIndex((id) => first.floor.knows(id));
    const seatAt = { playerId: stage.player(), machineId: stage.machine(place), ip: "127.0.0.1" };
    const seat = await first.floor.sit(seatAt);
    await seat.cashIn({ amount: 50_000, clientTransferId: "cashin-before-a-win" });
    const machine = stage.driver(place, first);
    await expect
      .poll(async () => {
        await seat.press("play").catch(() => undefined);
        return machine.state().phase;
      })
      .toBe("winToTake");
    const { credit, win } = machine.state();
    expect(await setNodeDraining(stage.database.db, "a", true)).toEqual({ draining: false });
    await expect.poll(shares).toEqual({ b: 6 });
    await expect.poll(() => plays(second, MACHINES)).toBe(true);
    const resumed = await second.floor.sit(seatAt);
    expect(resumed.sessionId).toBe(seat.sessionId);
    await resumed.press("take");
    await expect.poll(() => stage.driver(place, second).state().credit).toBe(credit + win);
  });

  it("the last one keeps its machines during a drain, until it ends", async ({ expect, nodes: { stage, open } }) => {
    const only = await open("a");
    await setNodeDraining(stage.database.db, "a", true);
    await only.floor.drained();
    expect(plays(only, MACHINES)).toBe(true);
  });

  it("one that can't reach the others gives them its machines", async ({ expect, nodes: { stage, open, shares } }) => {
    const up = { a: true, b: true };
    const { url } = stage.database;
    await open("a", url, { stats: () => ({ busUp: up.a }) });
    await open("b", url, { stats: () => ({ busUp: up.b }) });
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
    up.a = false;
    await expect.poll(shares).toEqual({ b: 6 });
    up.a = true;
    await expect.poll(shares).toEqual({ a: 3, b: 3 });
  });

  it("an edge sees whether another one reaches the bus", async ({ expect, nodes: { stage } }) => {
    const { url, db } = stage.database;
    const up = { front: true, back: false };
    const open = async (name: "front" | "back") => {
      const describe = { name, roles: ["edge"], version: "0.2.0", address: "" };
      const node = createPresence({ url, log, describe, stats: () => ({ busUp: up[name] }) });
      await node.register(AbortSignal.timeout(10_000));
      return node;
    };
    const [front, back] = [await open("front"), await open("back")];
    const sees = async () => [await otherEdgeReachesBus(db, back.id), await otherEdgeReachesBus(db, front.id)];
    expect(await sees()).toEqual([true, false]);
    up.back = true;
    await expect.poll(sees).toEqual([true, true]);
    await setNodeDraining(db, "back", true);
    expect(await sees()).toEqual([true, false]);
    await front.release();
    expect(await sees()).toEqual([false, false]);
    await back.release();
  });

  it("each takes machines of its zone first", async ({ expect, nodes: { stage } }) => {
    const { db, url } = stage.database;
    const north = stage.machines.slice(3);
    await sql`update machines set zone = 'north' where id = any (${north}::integer[])`.execute(db);
    const node = sharedTestNode(url, "a", { zone: "north" });
    await node.activate();
    const leases = createLeases(db, node.id);
    await leases.claimFree(3);
    expect((await leases.held()).map(({ machineId }) => machineId).toSorted((a, b) => a - b)).toEqual(north);
    await node.release();
  });

  it("no two have one name, and it is free after the end of the process", async ({ expect, nodes: { stage } }) => {
    const { url, db } = stage.database;
    const describe = { name: "front", roles: ["edge"], version: "0.2.0", address: "10.0.0.5:8080" };
    // Its seconds are short.
    const clock: NodeClock = {
      now: () => 20 * performance.now(),
      pause: (ms, { signal }) => pause(ms / 20, undefined, { signal }),
    };
    const createNode = () => createPresence({ url, log, describe, clock });
    const [first, second, third] = [createNode(), createNode(), createNode()];
    await first.register(AbortSignal.timeout(10_000));
    await expect(second.register(AbortSignal.timeout(20_000))).rejects.toThrow(NodeNameTaken);
    const listed = async () => (await listNodes(db, 200))[0];
    await expect.poll(listed).toMatchObject({ ...describe, node: first.id, state: "active", machines: 0 });
    const drains: boolean[] = [];
    first.onDraining((draining) => void drains.push(draining));
    await setNodeDraining(db, "front", true);
    await expect.poll(() => drains).toEqual([true]);
    await first.release();
    await third.register(AbortSignal.timeout(10_000));
    await Promise.all([second.release(), third.release()]);
    expect(await listNodes(db, 0)).toEqual([]);
  });
});
