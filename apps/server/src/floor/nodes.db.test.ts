/** Two processes on one database, with real connections: one is active, whatever happens to them and to the database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { openEmbedded } from "../storage/embedded.ts";
import { connectStorage } from "../storage/index.ts";
import { findPostmaster } from "../storage/postmaster.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createFloorNode } from "./nodes.ts";
import type { FloorNode } from "./nodes.ts";
import { createProxy } from "../storage/testing/proxy.ts";
import type { Proxy } from "../storage/testing/proxy.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
/** A database of its own for each test, with the processes on it. */
interface Site {
  database: TestDatabase;
  createNode: (url?: string) => FloorNode;
  /** A node whose connection to the database the test can cut. */
  createDistantNode: () => Promise<{ node: FloorNode; proxy: Proxy }>;
  activeNodes: () => Promise<{ node: string }[]>;
  /** Ends the connections of the nodes, as an administrator does. */
  endConnections: () => Promise<unknown>;
}
const it = test.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that it needs.
  site: async ({}, use) => {
    const database = await createTestDatabase();
    const nodes: FloorNode[] = [];
    const proxies: Proxy[] = [];
    const createNode = (url = database.url): FloorNode => {
      const node = createFloorNode({ url, log });
      nodes.push(node);
      return node;
    };
    await use({
      database,
      createNode,
      async createDistantNode() {
        const url = new URL(database.url);
        const proxy = await createProxy(Number(url.port));
        proxies.push(proxy);
        url.port = String(proxy.port);
        return { node: createNode(url.href), proxy };
      },
      activeNodes: () => database.db.selectFrom("floor_nodes").select("node").where("active", "=", true).execute(),
      endConnections: () =>
        sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`.execute(database.db),
    });
    await Promise.all(nodes.map((node) => node.release()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await database.close();
  },
});

/** As each start does before it is a node. */
async function prepare({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> {
  const storage = await connectStorage({ url, ownerUrl, dataDir: "", log });
  await storage.prepare();
  await storage.close();
}
async function timeToActive(node: FloorNode): Promise<number> {
  const from = performance.now();
  await node.becomeActive(never);
  return performance.now() - from;
}
/** Whether it becomes active within that time; it goes on waiting otherwise. */
async function becomesActive(node: FloorNode, withinMs: number): Promise<boolean> {
  const waiting = node.becomeActive(never).catch(() => {});
  return Promise.race([waiting.then(() => true), pause(withinMs, false)]);
}
// They wait for seconds that the database counts: all at once.
describe.concurrent("of the processes on one database", () => {
  it("exactly one is active, also on a database without any table", async ({ site }) => {
    const { database, createNode, activeNodes } = site;
    await sql`drop table floor_nodes`.execute(database.owner);
    await Promise.all([prepare(database), prepare(database)]);
    const both = [createNode(), createNode(), createNode()];
    const first = await Promise.race(both.map(async (node) => (await node.becomeActive(never), node)));
    await pause(1_000);
    expect(await activeNodes()).toEqual([{ node: first.id }]);
    expect(both.filter((node) => node.hasAuthority())).toEqual([first]);
    expect(() => both.find((node) => node !== first)?.assertAuthority()).toThrow(/./);
  });

  it("the next is active within a second of an orderly end", async ({ site }) => {
    const { createNode, activeNodes } = site;
    const [first, second] = [createNode(), createNode()];
    await first.becomeActive(never);
    const waiting = timeToActive(second);
    await pause(400);
    expect(second.hasAuthority()).toBe(false);
    const from = performance.now();
    await first.release();
    await waiting;
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(first.lost.aborted).toBe(true);
    expect(first.hasAuthority()).toBe(false);
    expect(await activeNodes()).toEqual([{ node: second.id }]);
  });

  it("the next is active two seconds after the connection of a dead one went", async ({ site }) => {
    const { createNode, createDistantNode, activeNodes } = site;
    const { node, proxy } = await createDistantNode();
    await node.becomeActive(never);
    const second = createNode();
    const waiting = timeToActive(second);
    await pause(300);
    const from = performance.now();
    proxy.cut();
    await waiting;
    expect(performance.now() - from).toBeLessThan(4_000);
    expect(await activeNodes()).toEqual([{ node: second.id }]);
    await pause(3_000);
    expect(node.hasAuthority()).toBe(false);
    proxy.restore();
    await vi.waitFor(() => expect(node.lost.aborted).toBe(true), 5_000);
    expect(second.hasAuthority()).toBe(true);
  });

  it("one whose connection was ended, whenever that is, takes its lock again and stays the active one", async ({
    site,
  }) => {
    const { createNode, endConnections } = site;
    const [first, second] = [createNode(), createNode()];
    await first.becomeActive(never);
    const waiting = becomesActive(second, 9_000);
    // At any moment between two renewals.
    for (const ms of [1_020, 1_080, 1_200, 1_450, 1_900]) {
      await pause(ms);
      await endConnections();
    }
    expect(await waiting).toBe(false);
    expect(first.hasAuthority()).toBe(true);
    expect(first.lost.aborted).toBe(false);
  });

  it("one that is silent on an open connection is followed after 4 s, and acts no longer than 3 s", async ({
    site,
  }) => {
    const { createNode, createDistantNode } = site;
    const { node, proxy } = await createDistantNode();
    await node.becomeActive(never);
    const second = createNode();
    const waiting = timeToActive(second);
    await pause(300);
    const from = performance.now();
    proxy.hold();
    let fenced = 0;
    const looking = setInterval(() => {
      if (fenced === 0 && !node.hasAuthority()) fenced = performance.now() - from;
    }, 10);
    await waiting;
    clearInterval(looking);
    const taken = performance.now() - from;
    expect(taken).toBeGreaterThan(2_900);
    expect(taken).toBeLessThan(6_000);
    expect(fenced).toBeGreaterThan(1_500);
    expect(fenced).toBeLessThan(3_100);
    expect(fenced).toBeLessThan(taken);
  });

  it("none loses to another by an outage of the database, and its time to play stands still", async ({ site }) => {
    const { createDistantNode } = site;
    const first = await createDistantNode();
    const second = await createDistantNode();
    await first.node.becomeActive(never);
    const waiting = becomesActive(second.node, 15_000);
    await pause(1_200);
    const played = first.node.playTime();
    expect(played).toBeGreaterThan(900);
    first.proxy.cut();
    second.proxy.cut();
    await pause(6_000);
    expect(first.node.hasAuthority()).toBe(false);
    expect(first.node.playTime() - played).toBeLessThan(2_000);
    first.proxy.restore();
    second.proxy.restore();
    await vi.waitFor(() => expect(first.node.hasAuthority()).toBe(true), 2_000);
    expect(await waiting).toBe(false);
    expect(first.node.lost.aborted).toBe(false);
  });

  it("one that waits ends at once when it is told to", async ({ site }) => {
    const { createNode } = site;
    const [first, second] = [createNode(), createNode()];
    await first.becomeActive(never);
    const stop = new AbortController();
    const waiting = second.becomeActive(stop.signal);
    await pause(300);
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow();
    const third = createNode();
    const released = expect(third.becomeActive(never)).rejects.toThrow();
    await pause(100);
    await third.release();
    await released;
  });

  it("a restart of the database takes nothing from the active one", async ({ site }) => {
    const { createNode } = site;
    const folder = await mkdtemp(join(tmpdir(), "reelcast-nodes-"));
    const embedded = await openEmbedded(folder);
    const [first, second] = [createNode(embedded.url), createNode(embedded.url)];
    try {
      await prepare(embedded);
      await first.becomeActive(never);
      const waiting = becomesActive(second, 12_000);
      await pause(1_000);
      for (const signal of ["SIGKILL", "SIGINT"] as const) {
        process.kill((await findPostmaster(join(folder, "postgres")))?.pid ?? 0, signal);
        await pause(1_000);
        await vi.waitFor(() => expect(first.hasAuthority()).toBe(true), 5_000);
      }
      expect(await waiting).toBe(false);
      expect(first.lost.aborted).toBe(false);
    } finally {
      await Promise.all([first, second].map((node) => node.release()));
      await embedded.release("always");
      await rm(folder, { recursive: true, force: true });
    }
  });
});
