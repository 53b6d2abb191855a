/** Two processes on one database, with real connections: one is active, whatever happens to them and to the database. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
let database: TestDatabase;
const nodes: FloorNode[] = [];
const proxies: Proxy[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.release()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  await database.close();
});
function createNode(url = database.url): FloorNode {
  const node = createFloorNode({ url, log });
  nodes.push(node);
  return node;
}
/** A node whose way to the database the test can cut. */
async function createDistantNode(): Promise<{ node: FloorNode; proxy: Proxy }> {
  const url = new URL(database.url);
  const proxy = await createProxy(Number(url.port));
  proxies.push(proxy);
  url.port = String(proxy.port);
  return { node: createNode(url.href), proxy };
}
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
const activeNodes = () => database.db.selectFrom("floor_nodes").select("node").where("active", "=", true).execute();
/** Whether it becomes active within that time; it goes on waiting otherwise. */
async function becomesActive(node: FloorNode, withinMs: number): Promise<boolean> {
  const waiting = node.becomeActive(never).catch(() => {});
  return Promise.race([waiting.then(() => true), pause(withinMs, false)]);
}
/** Ends the connections of the node, as an administrator does. */
const endConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`.execute(database.db);

describe("of the processes on one database", () => {
  it("exactly one is active, also on a database without any table", async () => {
    await sql`drop table floor_nodes`.execute(database.owner);
    await Promise.all([prepare(database), prepare(database)]);
    const both = [createNode(), createNode(), createNode()];
    const first = await Promise.race(both.map(async (node) => (await node.becomeActive(never), node)));
    await pause(1_000);
    expect(await activeNodes()).toEqual([{ node: first.id }]);
    expect(both.filter((node) => node.hasAuthority())).toEqual([first]);
    expect(() => both.find((node) => node !== first)?.assertAuthority()).toThrow(/./);
  });

  it("the next is active within a second of an orderly end", async () => {
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

  it("the next is active two seconds after the connection of a dead one went", async () => {
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

  it("one whose connection was ended, whenever that is, takes its lock again and stays the active one", async () => {
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

  it("one that is silent on an open connection is followed after 4 s, and acts no longer than 3 s", async () => {
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

  it("none loses to another by an outage of the database, and its time to play stands still", async () => {
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

  it("one that waits ends at once when it is told to", async () => {
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

  it("a restart of the database takes nothing from the active one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "reelcast-nodes-"));
    const embedded = await openEmbedded(folder);
    try {
      await prepare(embedded);
      const [first, second] = [createNode(embedded.url), createNode(embedded.url)];
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
      await Promise.all(nodes.splice(0).map((node) => node.release()));
      await embedded.release("always");
      await rm(folder, { recursive: true, force: true });
    }
  });
});
