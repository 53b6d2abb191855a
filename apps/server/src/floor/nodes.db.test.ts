/**
 * Two processes on one database, with real connections: one is active, whatever happens to them and to the database.
 * The clock is the test's; only the time limits of statements are real.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { openEmbedded } from "../storage/embedded.ts";
import { connectStorage } from "../storage/index.ts";
import { alive, findPostmaster } from "../storage/postmaster.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createFloorNode } from "./nodes.ts";
import type { FloorNode } from "./nodes.ts";
import { NodeTestClock } from "./testing/nodeClock.ts";
import { createProxy } from "../storage/testing/proxy.ts";
import type { Proxy } from "../storage/testing/proxy.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
/** A database of its own for each test, with the processes on it. */
interface Site {
  database: TestDatabase;
  clock: NodeTestClock;
  createNode: (url?: string) => FloorNode;
  /** A node whose connection to the database the test can cut. */
  createDistantNode: () => Promise<{ node: FloorNode; proxy: Proxy }>;
  activeNodes: () => Promise<{ node: string }[]>;
  /** The nodes that hold their lock. */
  locks: () => Promise<string[]>;
  /** Ends the connections of the nodes, as an administrator does. */
  endConnections: () => Promise<unknown>;
}
const it = test.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of the fixtures that it needs.
  site: async ({}, use) => {
    const database = await createTestDatabase();
    const nodes: FloorNode[] = [];
    const proxies: Proxy[] = [];
    const clock = new NodeTestClock();
    const createNode = (url = database.url): FloorNode => {
      const node = createFloorNode({ url, log, clock });
      nodes.push(node);
      return node;
    };
    await use({
      database,
      clock,
      createNode,
      async createDistantNode() {
        const url = new URL(database.url);
        const proxy = await createProxy(Number(url.port));
        proxies.push(proxy);
        url.port = String(proxy.port);
        return { node: createNode(url.href), proxy };
      },
      activeNodes: () => database.db.selectFrom("floor_nodes").select("node").where("active", "=", true).execute(),
      async locks() {
        const { rows } = await sql<{ node: string }>`select node from floor_nodes
          where number in (select objid from pg_locks where locktype = 'advisory' and objsubid = 2
            and database = (select oid from pg_database where datname = current_database()))`.execute(database.db);
        return rows.map(({ node }) => node);
      },
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
  const storage = await connectStorage({ create: false, url, ownerUrl, dataDir: "", log });
  await storage.prepare();
  await storage.close();
}
/** Ids of the processes of the database that serve its connections. */
async function backendsOf(url: string): Promise<number[]> {
  const storage = await connectStorage({ create: false, url, ownerUrl: url, dataDir: "", log });
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(storage.db);
  await storage.close();
  return rows.map(({ pid }) => pid);
}

describe.concurrent("of the processes on one database", () => {
  it("exactly one is active, also on a database without any table", async ({ site }) => {
    const { database, clock, createNode, activeNodes } = site;
    await sql`drop table floor_nodes`.execute(database.owner);
    await Promise.all([prepare(database), prepare(database)]);
    const all = [createNode(), createNode(), createNode()];
    const first = await Promise.race(all.map(async (node) => (await node.becomeActive(never), node)));
    await clock.advance(5_000, 3);
    expect(await activeNodes()).toEqual([{ node: first.id }]);
    expect(all.filter((node) => node.hasAuthority())).toEqual([first]);
    expect(() => all.find((node) => node !== first)?.assertAuthority()).toThrow(/./);
  });

  it("the next is active after an orderly end", async ({ site }) => {
    const { clock, createNode, activeNodes } = site;
    const [first, second] = [createNode(), createNode()];
    await first.becomeActive(never);
    const waiting = second.becomeActive(never);
    await clock.advance(5_000, 2);
    expect(second.hasAuthority()).toBe(false);
    await first.release();
    await clock.advance(250, 1);
    await waiting;
    expect([first.lost.aborted, first.hasAuthority(), second.hasAuthority()]).toEqual([true, false, true]);
    expect(await activeNodes()).toEqual([{ node: second.id }]);
  });

  it("the next is active after the connection of a dead one is gone, and the dead one learns of it", async ({
    site,
  }) => {
    const { clock, createNode, createDistantNode, activeNodes } = site;
    const { node, proxy } = await createDistantNode();
    await node.becomeActive(never);
    const second = createNode();
    const waiting = second.becomeActive(never);
    await clock.advance(2_000, 2);
    proxy.cut();
    await clock.advance(5_000, 2);
    await waiting;
    expect(node.hasAuthority()).toBe(false);
    expect(await activeNodes()).toEqual([{ node: second.id }]);
    proxy.restore();
    while (!node.lost.aborted) await clock.advance(250, 1);
    expect(second.hasAuthority()).toBe(true);
  });

  it("one whose connection was ended, whenever that is, takes its lock again and stays the active one", async ({
    site,
  }) => {
    const { clock, createNode, endConnections, locks } = site;
    const [first, second] = [createNode(), createNode()];
    await first.becomeActive(never);
    void second.becomeActive(never).catch(() => {});
    // At any moment between two renewals.
    for (const ms of [1_020, 1_080, 1_200, 1_450, 1_900]) {
      await clock.advance(ms, 2);
      await endConnections();
      // An attempt that fails on a busy computer is followed by another one, long before the lock has been free for too long.
      await vi.waitFor(async () => {
        await clock.advance(50, 2);
        expect(await locks()).toContain(first.id);
      }, 20_000);
    }
    await clock.advance(9_000, 2);
    expect([first.hasAuthority(), first.lost.aborted]).toEqual([true, false]);
    expect(second.hasAuthority()).toBe(false);
  });

  // The time limits of this have a test without a database: nodes.test.ts.
  it("one that is silent on an open connection loses its authority, and another becomes active", async ({ site }) => {
    const { clock, createNode, createDistantNode, activeNodes } = site;
    const { node, proxy } = await createDistantNode();
    await node.becomeActive(never);
    const second = createNode();
    const waiting = second.becomeActive(never);
    await clock.advance(1_000, 2);
    proxy.hold();
    // The silent node waits for its statement, and does not pause.
    await clock.advance(10_000, 1);
    await waiting;
    expect(node.hasAuthority()).toBe(false);
    expect(await activeNodes()).toEqual([{ node: second.id }]);
  });

  it("none loses to another by an outage of the database, and its play time stands still", async ({ site }) => {
    const { clock, createDistantNode } = site;
    const first = await createDistantNode();
    const second = await createDistantNode();
    await first.node.becomeActive(never);
    void second.node.becomeActive(never).catch(() => {});
    await clock.advance(1_200, 2);
    const played = first.node.playTime();
    expect(played).toBe(1_200);
    first.proxy.cut();
    second.proxy.cut();
    await clock.advance(6_000, 2);
    expect(first.node.hasAuthority()).toBe(false);
    expect(first.node.playTime() - played).toBeLessThan(2_000);
    first.proxy.restore();
    second.proxy.restore();
    await clock.advance(8_000, 2);
    expect([first.node.hasAuthority(), first.node.lost.aborted]).toEqual([true, false]);
    expect(second.node.hasAuthority()).toBe(false);
  });

  it("one that waits ends at once when its wait is aborted, or it is released", async ({ site }) => {
    const { clock, createNode } = site;
    const [first, second, third] = [createNode(), createNode(), createNode()];
    await first.becomeActive(never);
    const stop = new AbortController();
    const aborted = expect(second.becomeActive(stop.signal)).rejects.toThrow();
    const released = expect(third.becomeActive(never)).rejects.toThrow();
    await clock.advance(1_000, 3);
    stop.abort(new Error("enough"));
    await aborted;
    await third.release();
    await released;
  });

  it("a restart of the database takes nothing from the active one", async ({ site }) => {
    const { clock, createNode } = site;
    const folder = await mkdtemp(join(tmpdir(), "reelcast-nodes-"));
    const embedded = await openEmbedded(folder, { create: true });
    const [first, second] = [createNode(embedded.url), createNode(embedded.url)];
    try {
      await prepare(embedded);
      await first.becomeActive(never);
      void second.becomeActive(never).catch(() => {});
      await clock.advance(1_000, 2);
      for (const signal of ["SIGKILL", "SIGINT"] as const) {
        const connections = await backendsOf(embedded.url);
        process.kill((await findPostmaster(join(folder, "postgres")))?.pid ?? 0, signal);
        // They end one by one within a moment, in which the test's clock must not advance by seconds.
        await vi.waitFor(() => expect(connections.filter(alive)).toEqual([]), 20_000);
        // More than an authority lasts without the database; then until it answers again.
        await clock.advance(4_000, 2);
        await vi.waitFor(async () => {
          await clock.advance(1_000, 2);
          expect(first.hasAuthority()).toBe(true);
        }, 60_000);
      }
      await clock.advance(8_000, 2);
      // A busy computer may answer a renewal too late: then the next one counts.
      await vi.waitFor(async () => {
        await clock.advance(1_000, 2);
        expect(first.hasAuthority()).toBe(true);
      }, 60_000);
      expect([first.lost.aborted, second.hasAuthority()]).toEqual([false, false]);
    } finally {
      await Promise.all([first, second].map((node) => node.release()));
      await embedded.release("always");
      await rm(folder, { recursive: true, force: true });
    }
  }, 200_000);
});
