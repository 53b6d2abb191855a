/**
 * Keeps a machine's memory and its store in step. A save that failed may have been stored all the same: from then on
 * nothing is known until the store was read again, and what it holds is what happened. Only an owner writes: one that
 * has claimed the memory under its epoch.
 */
import * as z from "zod/mini";
import { MachineFenced } from "../driver.ts";
import { Memory, freshMemory } from "./memory.ts";
import type { MachineMemory } from "./memory.ts";
import type { Happening } from "./game-steps.ts";

export interface Keeper {
  /** What is durable, as far as is known. Never to be changed in place. */
  current(): Memory;
  /**
   * Makes this epoch durable as the owner's. Again with the same epoch: only checks that no higher one has come.
   * @throws MachineFenced where a higher epoch is known, or what the store throws
   */
  claim(epoch: number): Promise<void>;
  /** A save failed and its fate is open. */
  inDoubt(): boolean;
  /** The store knows a higher epoch than the one claimed: this keeper can't write any more. */
  isFenced(): boolean;
  /** Makes the next memory durable, then current. @throws what the store throws; the keeper is in doubt then */
  write(next: Memory, events: readonly Happening[]): Promise<void>;
  /** Ends the doubt. Gives the events of the write that went through unnoticed, or null if there was no doubt. */
  settle(): Promise<readonly Happening[] | null>;
  /** For an answer that needs no write. @throws MachineFenced where the store holds a higher epoch */
  verify(): Promise<void>;
}

/** Revisions left out when an epoch is claimed again: above all that the process before may still have on its way. */
const START_GAP = 1_000_000;
/** How often a claim reads again what another owner has written meanwhile. */
const CLAIM_ATTEMPTS = 3;

const StoredEpoch = z.object({ epoch: z._default(z.int(), 0) });

/** Reads the store, and writes nothing. @throws where it can't be read, or holds what is not a machine's memory */
export async function openKeeper(store: MachineMemory, skin: string): Promise<Keeper> {
  const read = async (): Promise<Memory> => {
    const stored = await store.load();
    return stored === null || stored === undefined ? freshMemory(skin) : Memory.parse(stored);
  };
  let memory = await read();
  let revision = memory.revision;
  /** The highest epoch that this keeper has tried to claim. */
  let claimed = -1;
  let owner = false;
  let fenced = false;
  /** Writes whose fate is open, by revision, with what they would tell. */
  const open = new Map<number, readonly Happening[]>();

  async function save(next: Memory, at: number, events: readonly Happening[]): Promise<void> {
    revision = Math.max(revision, at);
    const numbered = { ...next, revision: at };
    open.set(at, events);
    try {
      await store.save(numbered, { revision: at, epoch: next.epoch });
    } catch (error) {
      if (error instanceof MachineFenced) fenced = true;
      throw error;
    }
    open.clear();
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
   * From a lower epoch, the write takes the very next revision: the store refuses it if the owner before has written
   * since the read, so that nothing is undone. What that owner still has on its way is refused by its epoch. Writes of
   * the same epoch are not, so that the gap must be above them.
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
    inDoubt: () => open.size > 0,
    isFenced: () => fenced,
    async claim(epoch) {
      claimed = Math.max(claimed, epoch);
      fenced = false;
      if (owner && memory.epoch === epoch) return verify();
      if (open.size > 0) memory = await read();
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
    async settle() {
      if (open.size === 0) return null;
      const found = await read();
      refuseHigher(found.epoch);
      const events = open.get(found.revision) ?? [];
      // Saved once more under a higher number: the write in doubt may still be on its way, and comes too late now.
      await save(found, Math.max(revision, found.revision) + 1, events);
      return events;
    },
    verify,
  };
}
