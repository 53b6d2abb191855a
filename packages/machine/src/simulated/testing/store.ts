/** For tests: a store of a machine's memory that can fail. */
import { MachineFenced } from "../../driver.ts";
import { Memory } from "../memory.ts";
import type { MemoryStore } from "../memory.ts";

/**
 * How a save fails: nothing was stored; it was stored, but the save failed; it is stored later, after the save failed.
 */
export type SaveFault = "lost" | "stored" | "late";
type Stamp = Parameters<MemoryStore["save"]>[1];

export interface TestStore extends MemoryStore {
  /** Applies to every save over this connection until it is set to null. */
  fault: SaveFault | null;
  /** Lets a late write arrive. */
  deliver(): void;
  stored(): Memory;
  /** Every state that ever was durable, oldest first. */
  readonly history: unknown[];
  /** Another connection to the same memory, with faults of its own. */
  connect(): TestStore;
}

/**
 * Refuses lower epochs, and revisions that aren't above what it holds, as the server's store does.
 * @param pause awaited before and after each access, so that a test can interleave several owners
 */
export function createTestStore(initial: unknown = null, pause?: () => Promise<void>): TestStore {
  let stored: unknown = structuredClone(initial);
  const history: unknown[] = [];
  function put(state: unknown, { revision, epoch }: Stamp): void {
    if (stored !== null) {
      const held = Memory.parse(stored);
      if (epoch < held.epoch) throw new MachineFenced("a lower epoch");
      if (revision <= held.revision) throw new Error("an old revision");
    }
    stored = structuredClone(state);
    history.push(stored);
  }
  function connect(): TestStore {
    const late: { state: unknown; stamp: Stamp }[] = [];
    return {
      fault: null,
      history,
      connect,
      async load() {
        await pause?.();
        const found = structuredClone(stored);
        await pause?.();
        return found;
      },
      async save(state, stamp) {
        await pause?.();
        if (this.fault === "lost") throw new Error("disk full");
        if (this.fault === "late") {
          late.push({ state: structuredClone(state), stamp });
          throw new Error("no answer");
        }
        put(state, stamp);
        await pause?.();
        if (this.fault === "stored") throw new Error("connection lost after the commit");
      },
      deliver() {
        for (const { state, stamp } of late.splice(0)) {
          try {
            put(state, stamp);
          } catch {
            // It came too late.
          }
        }
      },
      stored: () => Memory.parse(stored),
    };
  }
  return connect();
}
