/** For tests: a simulated machine with a clock that stands, a store that can fail, and draws that are known. */
import { randomUUID } from "node:crypto";
import type { VideoType } from "@reelcast/contract";
import { seededRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import type { FakeClock } from "../testing/fake-clock.ts";
import { createSimulatedMachine } from "./machine.ts";
import { Memory } from "./memory.ts";
import type { MachineMemory } from "./memory.ts";

/** How a save fails: nothing was stored; all was stored, but not said; it is stored later, when nobody waits any more. */
export type StoreFault = "lost" | "stored" | "late";

export interface TestStore extends MachineMemory {
  /** Befalls every save until it is taken away. */
  fault: StoreFault | null;
  /** Lets a late write arrive. */
  deliver(): void;
  stored(): Memory;
  /** Every state that ever was durable, oldest first. */
  readonly history: unknown[];
}

/** Refuses revisions that aren't above what it holds, as the house's own store does. */
export function createStore(initial: unknown = null): TestStore {
  let stored = structuredClone(initial);
  const late: unknown[] = [];
  const history: unknown[] = [];
  function put(state: unknown): void {
    if (stored !== null && Memory.parse(state).revision <= Memory.parse(stored).revision)
      throw new Error("an old revision");
    stored = structuredClone(state);
    history.push(stored);
  }
  return {
    fault: null,
    history,
    load: async () => structuredClone(stored),
    async save(state) {
      if (this.fault === "lost") throw new Error("disk full");
      if (this.fault === "late") {
        late.push(structuredClone(state));
        throw new Error("no answer");
      }
      put(state);
      if (this.fault === "stored") throw new Error("connection lost after the commit");
    },
    deliver() {
      for (const state of late.splice(0)) {
        try {
          put(state);
        } catch {
          // It came too late.
        }
      }
    },
    stored: () => Memory.parse(stored),
  };
}

/** Answers the given values first, then zeros. */
export const scripted = (...values: number[]): RandomSource => ({
  below: (bound) => Math.min(values.shift() ?? 0, bound - 1),
});

export interface Bench {
  random?: RandomSource;
  memory?: TestStore;
  clock?: FakeClock;
  handPayFrom?: number;
  videoType?: VideoType;
}

export async function open(skin: string, bench: Bench = {}) {
  const { random = seededRandom(1), memory = createStore(), clock = createFakeClock(), handPayFrom } = bench;
  const heard: unknown[] = [];
  const machine = await createSimulatedMachine({
    definition: {
      machineId: 1,
      name: "Machine",
      brand: "Brand",
      skin,
      serial: "RC-0001",
      currency: "TRY",
      videoType: bench.videoType ?? "screen",
      width: 640,
      height: 360,
      frameRate: 30,
    },
    memory,
    clock,
    random,
    onListenerError: (error) => void heard.push(error),
    ...(handPayFrom === undefined ? {} : { handPayFrom }),
  });
  /** Until nothing goes on: takes what waits, and resets hand pays. */
  const settle = async () => {
    for (let n = 0; n < 400 && machine.state().phase !== "idle"; n += 1) {
      await clock.advance(1_000);
      if (machine.state().controls["take"] === true) await machine.press("take");
      if (machine.state().phase === "handPay") await machine.resetHandPay();
    }
  };
  const fund = async (amount: number) => {
    await machine.lock(5_000);
    await machine.transferIn({ transferId: randomUUID(), amount });
    await machine.unlock();
  };
  return {
    machine,
    clock,
    memory,
    heard,
    settle,
    fund,
    loseNext: (when: "before" | "after") => machine.faults.loseNext(when),
  };
}
