/** Sends the edges the statuses of the machines that this process runs: what has changed ten times a second, and a digest. */
import type { Bus } from "../../bus/bus.ts";
import type { LocalFloor, RunningMachine } from "../types.ts";
import { DIGESTS, DIGEST_MS, PAGE, SNAPSHOT, STATUSES, digestOf } from "./statuses.ts";
import type { StatusEntry } from "./statuses.ts";

const GATHER_MS = 100;

export interface StatusFeedOptions {
  bus: Bus;
  /** Id of this process. */
  node: string;
  floor: Pick<LocalFloor, "running" | "runs">;
}

class StatusFeed {
  readonly #options: StatusFeedOptions;
  /** The last entry of each machine, also of those that this process does not run any more: their version goes on. */
  readonly #entries = new Map<number, StatusEntry>();
  readonly #changed = new Set<number>();
  readonly #ends: (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  readonly #digests: NodeJS.Timeout;
  constructor(options: StatusFeedOptions) {
    const { bus, node } = options;
    this.#options = options;
    this.#ends = [
      bus.subscribe("machine.status", ({ id }) => this.#note(id)),
      bus.serve(SNAPSHOT, node, { read: async ({ after }) => this.#page(after) }),
    ];
    this.#digests = setInterval(() => bus.send(DIGESTS, node, digestOf(this.#all())), DIGEST_MS);
    this.#digests.unref();
  }
  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#digests);
    for (const end of this.#ends) end();
  }

  #note(id: number): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#send(), GATHER_MS).unref();
  }
  #send(): void {
    this.#timer = undefined;
    const { bus, node, floor } = this.#options;
    const byBrand = new Map<number, StatusEntry[]>();
    for (const id of this.#changed) {
      const machine = floor.runs(id);
      // Its next owner sends its status.
      if (!machine) continue;
      const entries = byBrand.get(machine.brand) ?? [];
      entries.push(this.#entryOf(machine));
      byBrand.set(machine.brand, entries);
    }
    this.#changed.clear();
    for (const [brand, entries] of byBrand)
      for (let from = 0; from < entries.length; from += PAGE)
        bus.send(STATUSES, brand, { node, entries: entries.slice(from, from + PAGE) });
  }
  /** With a version above the last one if it has changed. */
  #entryOf({ id, status, lease, game, minBet }: RunningMachine): StatusEntry {
    const last = this.#entries.get(id);
    const isSame = last?.status === status && last.lease === lease && last.game === game && last.minBet === minBet;
    if (last && isSame) return last;
    const entry = { id, status, lease, version: (last?.version ?? 0) + 1, game, minBet };
    this.#entries.set(id, entry);
    return entry;
  }
  #all(): StatusEntry[] {
    return this.#options.floor.running().map((machine) => this.#entryOf(machine));
  }
  #page(after: number) {
    const sorted = this.#all()
      .filter(({ id }) => id > after)
      .toSorted((one, other) => one.id - other.id);
    const entries = sorted.slice(0, PAGE);
    return { entries, next: sorted.length > PAGE ? (entries.at(-1)?.id ?? null) : null };
  }
}

/** Returns the function that ends it. */
export function startStatusFeed(options: StatusFeedOptions): () => void {
  const feed = new StatusFeed(options);
  return () => feed.stop();
}
