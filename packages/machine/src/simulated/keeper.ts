/**
 * Keeps a machine's memory and its store in step. A save that failed may have been stored all the same: from then on
 * nothing is known until the store was read again, and what it holds is what happened.
 */
import { Memory, freshMemory } from "./memory.ts";
import type { MachineMemory } from "./memory.ts";
import type { Happening } from "./rules.ts";

export interface Keeper {
  /** What is durable, as far as is known. Never to be changed in place. */
  current(): Memory;
  /** A save failed and its fate is open. */
  inDoubt(): boolean;
  /** Makes the next memory durable, then current. @throws what the store throws; the keeper is in doubt then */
  write(next: Memory, events: readonly Happening[]): Promise<void>;
  /** Ends the doubt. Gives the events of the write that went through unnoticed, or null if there was no doubt. */
  settle(): Promise<readonly Happening[] | null>;
}

/** Revisions left out at a start: above all that the process before may still have on its way. */
const START_GAP = 1_000_000;

/** @throws where the store can't be read or written, or holds what is not a machine's memory */
export async function openKeeper(store: MachineMemory, skin: string): Promise<Keeper> {
  const stored = await store.load();
  const isNew = stored === null || stored === undefined;
  let memory = isNew ? freshMemory(skin) : Memory.parse(stored);
  let revision = memory.revision + START_GAP;
  /** Writes whose fate is open, by revision, with what they would tell. */
  const open = new Map<number, readonly Happening[]>();

  async function save(next: Memory, events: readonly Happening[]): Promise<void> {
    revision += 1;
    const numbered = { ...next, revision };
    open.set(revision, events);
    await store.save(numbered);
    open.clear();
    memory = numbered;
  }
  await save(memory, []);
  return {
    current: () => memory,
    inDoubt: () => open.size > 0,
    write: save,
    async settle() {
      if (open.size === 0) return null;
      const found = Memory.parse(await store.load());
      const events = open.get(found.revision) ?? [];
      revision = Math.max(revision, found.revision);
      // Saved once more under a higher number: the write in doubt may still be on its way, and comes too late now.
      await save(found, events);
      return events;
    },
  };
}
