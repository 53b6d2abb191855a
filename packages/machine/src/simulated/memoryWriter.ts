/**
 * Writes a machine's memory to its store. A failed save may have been stored: the memory is then in doubt until the
 * store has been read again, and the stored state counts. Only an owner writes: one that has claimed the memory under
 * its epoch.
 */
import * as z from "zod/mini";
import { MachineFenced } from "../driver.ts";
import { Memory, freshMemory } from "./memory.ts";
import type { MemoryStore } from "./memory.ts";
import type { GameEvent } from "./gameSteps.ts";

export interface MemoryWriter {
  /** The last state that is known to be durable. Never mutated. */
  current(): Memory;
  /**
   * Makes this epoch durable as the owner's. Repeated with the same epoch it only checks that no higher one is stored.
   * @throws MachineFenced if a higher epoch is known, or what the store throws
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

class StoreWriter implements MemoryWriter {
  readonly #store: MemoryStore;
  readonly #skin: string;
  #memory: Memory;
  #revision: number;
  /** The highest epoch that this writer has tried to claim. */
  #claimed = -1;
  #isOwner = false;
  #fenced = false;
  /** Writes that may or may not be stored, by revision, with their events. */
  readonly #pendingWrites = new Map<number, readonly GameEvent[]>();
  constructor(store: MemoryStore, skin: string, memory: Memory) {
    this.#store = store;
    this.#skin = skin;
    this.#memory = memory;
    this.#revision = memory.revision;
  }

  current(): Memory {
    return this.#memory;
  }
  inDoubt(): boolean {
    return this.#pendingWrites.size > 0;
  }
  isFenced(): boolean {
    return this.#fenced;
  }

  async claim(epoch: number): Promise<void> {
    this.#claimed = Math.max(this.#claimed, epoch);
    this.#fenced = false;
    if (this.#isOwner && this.#memory.epoch === epoch) return this.verify();
    if (this.inDoubt()) await this.#reread();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#claimOnce(epoch);
        this.#isOwner = true;
        return;
      } catch (error) {
        if (error instanceof MachineFenced || attempt === CLAIM_ATTEMPTS) throw error;
        await this.#reread();
      }
    }
  }
  /**
   * A claim over a lower epoch uses the next revision: the store refuses it if the previous owner has written since the
   * read, so that no write is lost. Later writes of that owner are refused by their epoch. Writes of the same epoch are
   * not refused by epoch, so the revision must be above all of them.
   */
  async #claimOnce(epoch: number): Promise<void> {
    const memory = this.#memory;
    this.#refuseHigher(memory.epoch);
    const takesOver = memory.epoch < epoch;
    await this.#save(
      { ...memory, epoch, pressed: takesOver ? 0 : memory.pressed },
      memory.revision + (takesOver ? 1 : START_GAP),
      [],
    );
  }

  write(next: Memory, events: readonly GameEvent[]): Promise<void> {
    return this.#save(next, this.#revision + 1, events);
  }
  async #save(next: Memory, at: number, events: readonly GameEvent[]): Promise<void> {
    this.#revision = Math.max(this.#revision, at);
    const numbered = { ...next, revision: at };
    this.#pendingWrites.set(at, events);
    try {
      await this.#store.save(numbered, { revision: at, epoch: next.epoch });
    } catch (error) {
      if (error instanceof MachineFenced) this.#fenced = true;
      throw error;
    }
    this.#pendingWrites.clear();
    this.#memory = numbered;
  }
  async resolveDoubt(): Promise<readonly GameEvent[] | null> {
    if (!this.inDoubt()) return null;
    const found = await read(this.#store, this.#skin);
    this.#refuseHigher(found.epoch);
    const events = this.#pendingWrites.get(found.revision) ?? [];
    // Saved again under a higher revision, so that the write in doubt is refused if it arrives later.
    await this.#save(found, Math.max(this.#revision, found.revision) + 1, events);
    return events;
  }

  async verify(): Promise<void> {
    this.#refuseHigher(StoredEpoch.parse((await this.#store.load()) ?? {}).epoch);
  }
  #refuseHigher(epoch: number): void {
    if (epoch <= this.#claimed) return;
    this.#fenced = true;
    throw new MachineFenced("another owner has said hello with a higher epoch");
  }
  async #reread(): Promise<void> {
    this.#memory = await read(this.#store, this.#skin);
  }
}

async function read(store: MemoryStore, skin: string): Promise<Memory> {
  const stored = await store.load();
  return stored === null || stored === undefined ? freshMemory(skin) : Memory.parse(stored);
}

/** Reads the store, and writes nothing. @throws if it can't be read, or holds no machine memory */
export async function openMemoryWriter(store: MemoryStore, skin: string): Promise<MemoryWriter> {
  return new StoreWriter(store, skin, await read(store, skin));
}
