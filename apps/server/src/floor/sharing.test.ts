import { describe, expect, it } from "vitest";
import type { MachineHost } from "./machineHost.ts";
import type { SharedMachines } from "./share.ts";
import { MachineSharing } from "./sharing.ts";

const NODE = "a";
/** What this process reads of them: no money under way, no game. */
const hostAtRest = () =>
  ({
    transferring: false,
    queue: { isPressing: false },
    parts: { driver: { state: () => ({ phase: "idle" }) } },
    seat: null,
    mayBeginGames: true,
  }) as unknown as MachineHost;

/** Of six machines. */
const answerOf = (held: Record<string, number>, free = 0): SharedMachines => ({
  total: 6,
  free,
  held: new Map(Object.entries(held)),
});

/** A process whose answers of the database and whose clock are the test's. */
function createSharing(answer: SharedMachines) {
  const at = { now: 0, shared: answer };
  const claimed: number[] = [];
  const sharing = new MachineSharing({
    node: NODE,
    leases: { shared: async () => at.shared, claimFree: async (limit) => void claimed.push(limit) },
    now: () => at.now,
  });
  return { at, claimed, sharing };
}

describe("a process that shares the machines", () => {
  it("keeps what it takes when a drain is withdrawn, though it has not renewed its row since", async () => {
    const hosts = [hostAtRest(), hostAtRest(), hostAtRest()];
    const { at, sharing } = createSharing(answerOf({ b: 6 }));
    await sharing.claim();
    expect(sharing.toHandOver(hosts)).toHaveLength(3);
    expect(hosts.map(({ mayBeginGames }) => mayBeginGames)).toEqual([false, false, false]);
    at.shared = answerOf({ [NODE]: 3, b: 3 });
    await sharing.claim();
    expect(sharing.toHandOver(hosts)).toEqual([]);
    expect(hosts.map(({ mayBeginGames }) => mayBeginGames)).toEqual([true, true, true]);
  });

  it("leaves free machines to another for 5 s, in however many rounds; then it takes them, and keeps them for a minute", async () => {
    const others = answerOf({ [NODE]: 3, b: 0 }, 3);
    const { at, claimed, sharing } = createSharing(others);
    for (; at.now < 5_000; at.now += 50) await sharing.claim();
    expect(claimed).toEqual([]);
    await sharing.claim();
    expect(claimed).toHaveLength(1);
    const hosts = Array.from({ length: 6 }, hostAtRest);
    at.shared = answerOf({ [NODE]: 6, b: 0 });
    await sharing.claim();
    expect(sharing.toHandOver(hosts)).toEqual([]);
    at.now += 60_000;
    expect(sharing.toHandOver(hosts)).toHaveLength(3);
  });

  it("counts anew where somebody has taken them meanwhile", async () => {
    const free = answerOf({ [NODE]: 3, b: 2 }, 1);
    const { at, claimed, sharing } = createSharing(free);
    await sharing.claim();
    at.now = 4_000;
    at.shared = answerOf({ [NODE]: 3, b: 3 });
    await sharing.claim();
    at.shared = free;
    at.now = 6_000;
    await sharing.claim();
    expect(claimed).toEqual([]);
  });

  it("that drains waits 20 s for a session that ends: its player gets the answer from here", async () => {
    const ending = hostAtRest();
    Object.assign(ending, { seat: { ending: "left" } });
    const { at, sharing } = createSharing({ total: 2, free: 0, held: new Map([["b", 1]]) });
    await sharing.claim();
    const other = hostAtRest();
    expect(sharing.toHandOver([ending, other])).toEqual([other]);
    at.now = 20_000;
    expect(sharing.toHandOver([ending])).toEqual([ending]);
  });
});
