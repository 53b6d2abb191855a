/** Time limits of the takeover, with two nodes on a table in memory and a clock that the test advances. */
import { beforeEach, describe, expect, it } from "vitest";
import { createFloorNode } from "./nodes.ts";
import type { FloorNode } from "./nodes.ts";
import type { Sighting } from "./nodeDeath.ts";
import type { NodeStore } from "./nodeStore.ts";
import { NodeTestClock } from "./testing/nodeClock.ts";

const STEP_MS = 10;
const AUTHORITY_MS = 3_000;
const RENEW_MS = 1_000;
/** A watcher polls four times a second: it sees each change up to one poll late, at its beginning and at its end. */
const POLLS_MS = 500;
const log = { info() {}, warn() {} };
const never = new AbortController().signal;

type Row = Omit<Sighting, "at" | "locked">;
/** `floor_nodes` and the locks, as PostgreSQL would keep them. */
class Table {
  active: Row | null = null;
  readonly locks = new Set<string>();
  /** Statements of these nodes fail. */
  readonly unreachable = new Set<string>();

  open(node: string): NodeStore {
    const reach = async () => {
      if (this.unreachable.has(node)) throw new Error("timeout");
    };
    const own = () => (this.active?.node === node ? this.active : null);
    return {
      holdLock: async () => {
        await reach();
        this.locks.add(node);
      },
      renew: async () => {
        await reach();
        const row = own();
        if (row) row.renewal += 1;
        return { active: row !== null, draining: false };
      },
      look: async () => {
        await reach();
        return this.active && { ...this.active, locked: this.locks.has(this.active.node) };
      },
      elect: async (dead) => {
        await reach();
        if (dead && dead.node === this.active?.node && dead.renewal === this.active.renewal) this.active = null;
        this.active ??= { node, incarnation: 1, renewal: 1, lockedSince: "start", databaseStarted: "start" };
        return this.active.node === node;
      },
      holdName: async () => true,
      others: async () => [],
      depose: async () => false,
      setDraining: reach,
      setClaiming: reach,
      deleteDead: reach,
      deleteOwn: async () => {
        await reach();
        if (own()) this.active = null;
      },
      disconnect: () => void this.locks.delete(node),
      close: async () => void this.locks.delete(node),
    };
  }
}

let table: Table;
let clock: NodeTestClock;
let first: FloorNode;
let second: FloorNode;
/** Time of the first node's last renewal. */
let renewedAt: number;

/** Advances until `condition`; the time at which it was met. */
async function timeOf(condition: () => boolean): Promise<number> {
  for (let steps = 0; steps < 1_000; steps += 1) {
    if (condition()) return clock.now();
    await clock.advance(STEP_MS, 2);
  }
  throw new Error("not within 10 s");
}

beforeEach(async () => {
  table = new Table();
  clock = new NodeTestClock();
  const createNode = () => createFloorNode({ url: "", log, clock, openStore: ({ node }) => table.open(node) });
  [first, second] = [createNode(), createNode()];
  await first.becomeActive(never);
  void second.becomeActive(never);
  await clock.advance(10_000, 2);
  const renewals = table.active?.renewal ?? 0;
  renewedAt = await timeOf(() => (table.active?.renewal ?? 0) > renewals);
});

describe("the active process", () => {
  it("renews every second, and keeps its authority however long another waits", async () => {
    const renewals = table.active?.renewal ?? 0;
    await clock.advance(60_000, 2);
    expect(table.active).toMatchObject({ node: first.id, renewal: renewals + 60_000 / RENEW_MS });
    expect([first.hasAuthority(), second.hasAuthority()]).toEqual([true, false]);
  });

  it("loses its authority 3 s after its last renewal, at least 1 s before another takes over", async () => {
    table.unreachable.add(first.id);
    // Its computer is cut off: the database still holds the connection, and the lock.
    table.locks.add = () => table.locks;
    table.locks.delete = () => false;
    const lostAt = await timeOf(() => !first.hasAuthority());
    const takenAt = await timeOf(() => second.hasAuthority());
    expect(lostAt - renewedAt).toBeGreaterThan(AUTHORITY_MS - STEP_MS);
    expect(lostAt - renewedAt).toBeLessThanOrEqual(AUTHORITY_MS + STEP_MS);
    expect(takenAt - renewedAt).toBeGreaterThanOrEqual(4_000);
    expect(takenAt - renewedAt).toBeLessThanOrEqual(4_000 + POLLS_MS);
    expect(takenAt - lostAt).toBeGreaterThanOrEqual(1_000 - STEP_MS);
  });

  it("is followed within 2 s when its connection is gone", async () => {
    table.unreachable.add(first.id);
    table.locks.delete(first.id);
    const takenAt = await timeOf(() => second.hasAuthority());
    expect(takenAt - renewedAt).toBeGreaterThanOrEqual(1_250);
    expect(takenAt - renewedAt).toBeLessThanOrEqual(1_250 + POLLS_MS);
  });

  it("is followed by the next poll after its orderly end", async () => {
    await first.release();
    const endedAt = clock.now();
    await clock.advance(250, 1);
    expect(second.hasAuthority()).toBe(true);
    expect(clock.now() - endedAt).toBe(250);
  });

  it("that comes back after a takeover learns of it with its next renewal", async () => {
    table.unreachable.add(first.id);
    await timeOf(() => second.hasAuthority());
    table.unreachable.clear();
    await timeOf(() => first.lost.aborted);
    expect(first.hasAuthority()).toBe(false);
    expect(() => first.assertAuthority()).toThrow(/./);
    expect(second.hasAuthority()).toBe(true);
  });
});

it("during a long outage of the database the active process only loses its authority for that time", async () => {
  const served = first.playTime();
  for (const { id } of [first, second]) table.unreachable.add(id);
  await clock.advance(300_000, 2);
  expect(first.hasAuthority()).toBe(false);
  expect(first.playTime() - served).toBeLessThanOrEqual(1_500);
  table.unreachable.clear();
  await clock.advance(10_000, 2);
  expect([first.hasAuthority(), second.hasAuthority()]).toEqual([true, false]);
});
