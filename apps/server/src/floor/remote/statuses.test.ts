import type { MachineStatus } from "@reelcast/contract";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import type { RunningMachine } from "../types.ts";
import { StatusBoard } from "./statusBoard.ts";
import { startStatusFeed } from "./statusFeed.ts";

const log = { warn: vi.fn() };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Floors, and an edge that does not know them yet. */
function openHouse(names: readonly string[], faults = {}) {
  const network = createTestNetwork(faults);
  const floors = names.map((node) => {
    const bus = network.join(node);
    const machines = new Map<number, RunningMachine>();
    const stop = startStatusFeed({
      bus,
      node,
      floor: { running: () => [...machines.values()], runs: (id) => machines.get(id) ?? null },
    });
    return {
      node,
      machines,
      stop,
      show(id: number, status: MachineStatus, lease = 1) {
        machines.set(id, { id, brand: id % 3, status, lease, game: "lines", minBet: 100 });
        bus.publish("machine.status", { id, status });
      },
      drop: (id: number) => machines.delete(id),
    };
  });
  const bus = network.join("edge");
  const shown: string[] = [];
  bus.subscribe("machine.status", ({ id, status }) => shown.push(`${id} ${status}`));
  const board = new StatusBoard({
    bus,
    log,
    own: "edge",
    floors: async () => names,
    now: () => Date.now(),
  });
  return { network, floors, board, shown, stop: () => [board.stop(), ...floors.map(({ stop }) => stop())] };
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("an edge knows all machines from its start, and each change a tenth of a second later", async () => {
  const { floors, board, shown, stop } = openHouse(["one", "two"]);
  for (let id = 1; id <= 2_500; id += 1) floors[0]?.show(id, "available");
  floors[1]?.show(9_000, "playing");
  await board.start();
  expect([board.statusOf(1), board.statusOf(2_500), board.statusOf(9_000), board.statusOf(9_001)]).toEqual([
    "available",
    "available",
    "playing",
    "offline",
  ]);
  expect(board.game(9_000)).toMatchObject({ game: "lines", minBet: 100 });
  shown.length = 0;
  floors[0]?.show(7, "playing");
  floors[0]?.show(7, "bonus");
  await after(150);
  expect(shown).toEqual(["7 bonus"]);
  stop();
});

it("a machine that changes its floor is the next one's, whatever the former one still says", async () => {
  const { floors, board, shown, stop } = openHouse(["one", "two"]);
  floors[0]?.show(1, "playing", 4);
  await board.start();
  floors[1]?.show(1, "waiting", 5);
  await after(150);
  floors[0]?.show(1, "available", 4);
  await after(150);
  floors[0]?.drop(1);
  await after(10_000);
  expect(board.statusOf(1)).toBe("waiting");
  expect(shown).toEqual(["1 playing", "1 waiting"]);
  stop();
});

it("a version of a status is higher after each change, also with the next floor", async () => {
  const { floors, board, stop } = openHouse(["one", "two"]);
  floors[0]?.show(1, "available", 4);
  await board.start();
  const versions = [board.versionOf(9), board.versionOf(1)];
  for (const status of ["playing", "available", "playing"] as const) {
    floors[0]?.show(1, status, 4);
    await after(150);
    versions.push(board.versionOf(1));
  }
  floors[1]?.show(1, "playing", 5);
  await after(150);
  versions.push(board.versionOf(1));
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
  stop();
});

it("asks a floor for its machines again only where something was lost", async () => {
  const { network, floors, board, stop } = openHouse(["one", "two"]);
  for (let id = 1; id <= 50; id += 1) floors[id % 2]?.show(id, "available");
  await board.start();
  // Changes, and machines that change their floor.
  for (let id = 1; id <= 20; id += 1) {
    floors[id % 2]?.drop(id);
    floors[(id + 1) % 2]?.show(id, "playing", 2);
  }
  await after(8_000);
  const carried = network.carried;
  await after(20_000);
  // Ten digests of each floor, and no readings.
  expect(network.carried - carried).toBe(20);
  stop();
});

it("machines of a floor that is gone are offline, but not while nothing arrives", async () => {
  const { network, floors, board, stop } = openHouse(["one"]);
  floors[0]?.show(1, "available");
  await board.start();
  network.setUp("edge", false);
  await after(60_000);
  expect(board.statusOf(1)).toBe("available");
  network.setUp("edge", true);
  await after(5_000);
  expect(board.statusOf(1)).toBe("available");
  network.kill("one");
  await after(12_000);
  expect(board.statusOf(1)).toBe("offline");
  stop();
});

it("an edge knows how late the digest of a floor is, until it counts the floor as gone", async () => {
  const { network, floors, board, stop } = openHouse(["one", "two"]);
  floors[0]?.show(1, "available");
  await board.start();
  await after(20_000);
  expect(board.lateMs()).toBe(0);
  network.kill("two");
  await after(4_500);
  expect(board.lateMs()).toBeGreaterThan(2_000);
  await after(10_000);
  expect(board.lateMs()).toBe(0);
  stop();
});

it("ends equal to the truth, whatever is lost, repeated or late", async () => {
  const statuses = ["available", "playing", "bonus", "waiting"] as const;
  const change = fc.record({ floor: fc.nat(1), id: fc.integer({ min: 1, max: 6 }), to: fc.constantFrom(...statuses) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), fc.nat(), async (changes, seed) => {
      const { network, floors, board, stop } = openHouse(["one", "two"], {
        seed,
        drop: 0.3,
        duplicate: 0.2,
        delayMs: 300,
      });
      void board.start();
      const lease = new Map<number, number>();
      for (const { floor, id, to } of changes) {
        const [now, other] = floor === 0 ? floors : floors.toReversed();
        if (!now || !other) continue;
        if (!now.machines.has(id)) lease.set(id, (lease.get(id) ?? 0) + 1);
        other.drop(id);
        now.show(id, to, lease.get(id));
        await after(70);
      }
      network.setFaults({ seed });
      await after(12_000);
      for (const { machines } of floors)
        for (const { id, status } of machines.values()) expect(board.statusOf(id)).toBe(status);
      stop();
    }),
    { numRuns: 25 },
  );
});
