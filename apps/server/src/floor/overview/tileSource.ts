/**
 * The machines of this process for the operators' overview, in versions. They are looked at when somebody asks, and at most
 * every fifth of a second however many ask: a floor at which nobody looks does nothing for it.
 */
import { randomUUID } from "node:crypto";
import type { Bus } from "../../bus/bus.ts";
import { hostTile, isSameTile } from "./hostTile.ts";
import type { ShownHost } from "./hostTile.ts";
import { PAGE, TILES } from "./messages.ts";
import type { HostTile, Position, TilePage, TileService } from "./messages.ts";

const LOOK_EVERY_MS = 200;

export interface TileSourceOptions {
  /** For operators; null: the house has one process. */
  name: string | null;
  hosts: () => Iterable<ShownHost>;
  /** Monotonic, ms. */
  now?: () => number;
}

interface Versioned {
  /** Null: this process does not run the machine any more. */
  tile: HostTile | null;
  version: number;
}

export class TileSource {
  readonly #options: TileSourceOptions;
  readonly #now: () => number;
  readonly #source = randomUUID();
  readonly #tiles = new Map<number, Versioned>();
  #version = 0;
  #lookedAt = -Infinity;
  constructor(options: TileSourceOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** What has changed after that position, the oldest changes first. */
  changes(after: Position): TilePage {
    this.#look();
    const from = after?.source === this.#source ? after.version : 0;
    const newer = [...this.#tiles]
      .filter(([, { tile, version }]) => version > from && (from > 0 || tile !== null))
      .toSorted(([, one], [, other]) => one.version - other.version);
    const page = newer.slice(0, PAGE);
    const more = newer.length > PAGE;
    return {
      name: this.#options.name,
      source: this.#source,
      version: more ? (page.at(-1)?.[1].version ?? from) : this.#version,
      tiles: page.flatMap(([, { tile }]) => tile ?? []),
      gone: page.flatMap(([id, { tile }]) => (tile === null ? [id] : [])),
      more,
    };
  }
  #look(): void {
    const now = this.#now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const left = new Set(this.#tiles.keys());
    for (const host of this.#options.hosts()) {
      const tile = hostTile(host);
      left.delete(tile.id);
      const known = this.#tiles.get(tile.id)?.tile;
      if (!known || !isSameTile(known, tile)) this.#set(tile.id, tile);
    }
    for (const id of left) if (this.#tiles.get(id)?.tile !== null) this.#set(id, null);
  }
  /** Each change has a version of its own, so that a page may end after any of them. */
  #set(id: number, tile: HostTile | null): void {
    this.#version += 1;
    this.#tiles.set(id, { tile, version: this.#version });
  }
}

export interface ServeTilesOptions {
  bus: Bus;
  /** Id of this process. */
  node: string;
  floor: TileService;
}
/** To the edges of other processes. Returns the function that ends it. */
export function serveTiles({ bus, node, floor }: ServeTilesOptions): () => void {
  return bus.serve(TILES, node, {
    changes: async ({ after }) => floor.tileChanges(after),
    live: ({ id }) => floor.liveMachine(id),
    trace: async ({ id }) => floor.driverTrace(id),
  });
}
