/**
 * Writes a machine's memory to its store. A failed save may have been stored: the memory is then in doubt until the
 * store has been read again, and the stored state counts. Only an owner writes: one that has claimed the memory under
 * its epoch.
 */
import * as z from "zod/mini";
import { MachineFenced } from "../driver.ts";
import { Memory, freshMemory } from "./memory.ts";
import type { MachineMemory } from "./memory.ts";
import type { GameEvent } from "./game-steps.ts";

export interface MemoryWriter {
  /** The last state that is known to be durable. Never mutated. */
  current(): Memory;
  /**
   * Makes this epoch durable as the owner's. Repeated with the same epoch it only checks that no higher one is stored.
   * @throws MachineFenced where a higher epoch is known, or what the store throws
   */
  claim(epoch: number): Promise<void>;
  /** A save failed, and it is unknown whether it was stored. */
  inDoubt(): boolean;
  /** The store knows a higher epoch than the one claimed: this writer can't write any more. */
  isFenced(): boolean;
  /** Makes the next memory durable, then current. @throws what the store throws; the writer is then in doubt */
  write(next: Memory, events: readonly GameEvent[]): Promise<void>;
  /**
   * Ends the doubt. Resolves with the events of a write that was stored although its save failed; null if there was no
   * doubt.
   */
  resolveDoubt(): Promise<readonly GameEvent[] | null>;
  /** For an answer that needs no write. @throws MachineFenced if the store has a higher epoch */
  verify(): Promise<void>;
}

/** Revisions skipped when an epoch is claimed again: more than the previous process can have in flight. */
const START_GAP = 1_000_000;
/** Attempts of a claim, each after reading again what another owner wrote. */
const CLAIM_ATTEMPTS = 3;

const StoredEpoch = z.object({ epoch: z._default(z.int(), 0) });

/** Reads the store, and writes nothing. @throws if it can't be read, or holds no machine memory */
export async function openMemoryWriter(store: MachineMemory, skin: string): Promise<MemoryWriter> {
  const read = async (): Promise<Memory> => {
    const stored = await store.load();
    return stored === null || stored === undefined ? freshMemory(skin) : Memory.parse(stored);
  };
  let memory = await read();
  let revision = memory.revision;
  /** The highest epoch that this writer has tried to claim. */
  let claimed = -1;
  let owner = false;
  let fenced = false;
  /** Writes that may or may not be stored, by revision, with their events. */
  const pendingWrites = new Map<number, readonly GameEvent[]>();

  async function save(next: Memory, at: number, events: readonly GameEvent[]): Promise<void> {
    revision = Math.max(revision, at);
    const numbered = { ...next, revision: at };
    pendingWrites.set(at, events);
    try {
      await store.save(numbered, { revision: at, epoch: next.epoch });
    } catch (error) {
      if (error instanceof MachineFenced) fenced = true;
      throw error;
    }
    pendingWrites.clear();
    memory = numbered;
  }
  function refuseHigher(epoch: number): void {
    if (epoch <= claimed) return;
    fenced = true;
    throw new MachineFenced("another owner has said hello with a higher epoch");
  }
  async function verify(): Promise<void> {
    refuseHigher(StoredEpoch.parse((await store.load()) ?? {}).epoch);
  }
  /**
   * A claim over a lower epoch uses the next revision: the store refuses it if the previous owner has written since the
   * read, so that no write is lost. Later writes of that owner are refused by their epoch. Writes of the same epoch are
   * not refused by epoch, so the revision must be above all of them.
   */
  async function claimOnce(epoch: number): Promise<void> {
    refuseHigher(memory.epoch);
    const takesOver = memory.epoch < epoch;
    await save(
      { ...memory, epoch, pressed: takesOver ? 0 : memory.pressed },
      memory.revision + (takesOver ? 1 : START_GAP),
      [],
    );
  }

  return {
    current: () => memory,
    inDoubt: () => pendingWrites.size > 0,
    isFenced: () => fenced,
    async claim(epoch) {
      claimed = Math.max(claimed, epoch);
      fenced = false;
      if (owner && memory.epoch === epoch) return verify();
      if (pendingWrites.size > 0) memory = await read();
      for (let attempt = 1; ; attempt += 1) {
        try {
          await claimOnce(epoch);
          owner = true;
          return;
        } catch (error) {
          if (error instanceof MachineFenced || attempt === CLAIM_ATTEMPTS) throw error;
          memory = await read();
        }
      }
    },
    write: (next, events) => save(next, revision + 1, events),
    async resolveDoubt() {
      if (pendingWrites.size === 0) return null;
      const found = await read();
      refuseHigher(found.epoch);
      const events = pendingWrites.get(found.revision) ?? [];
      // Saved again under a higher revision, so that the write in doubt is refused if it arrives later.
      await save(found, Math.max(revision, found.revision) + 1, events);
      return events;
    },
    verify,
  };
}
