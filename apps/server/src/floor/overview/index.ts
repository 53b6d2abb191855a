/**
 * The operators' overview of the floor: a tile for each machine of the house, whichever processes run them, and batches of
 * what changes. While nobody follows it, it reads nothing.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Currency } from "@reelcast/contract";
import type {
  FloorChanges,
  FloorSnapshot,
  LiveMachine,
  MachineTile,
  TileChange,
  TraceEntry,
} from "@reelcast/contract/console";
import type { Logger } from "pino";
import type { Bus } from "../../bus/bus.ts";
import type { CatalogueContent } from "../catalogue.ts";
import type { MachineRow } from "../machineStore.ts";
import { needOfRow, stateOfRow } from "./hostTile.ts";
import { TILES } from "./messages.ts";
import type { HostTile, Position, TilePage, TileService } from "./messages.ts";
import type { OverviewStore } from "./store.ts";

/** Changes are gathered for so long. */
const BATCH_MS = 250;
/** An answer is awaited for so long, and the first one of a process for so long. */
const WAIT_MS = 200;
const FIRST_WAIT_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;
/** A process that gives no answer for so long: its machines count as unreachable. */
const SILENT_MS = 3_000;
/** Names of players that are kept. */
const KEPT_NAMES = 20_000;

/** A process that runs machines. */
export interface TileFloor {
  id: string;
  changes: (after: Position) => Promise<TilePage>;
  /** null: it does not run the machine. */
  live: (machineId: number) => Promise<LiveMachine | null>;
  trace: (machineId: number) => Promise<TraceEntry[] | null>;
}
export interface FloorOverviewOptions {
  log: Pick<Logger, "warn">;
  /** Those that run machines now. */
  floors: () => readonly TileFloor[];
  catalogue: { read(): Promise<CatalogueContent> };
  store: OverviewStore;
  /** Of the house, now. */
  currency: () => Currency;
  /** Monotonic, ms. */
  now?: () => number;
}
export interface FloorOverview {
  snapshot(): Promise<FloorSnapshot>;
  /** The newest version, without a change. */
  position(): FloorChanges;
  /** Calls the listener with each batch until the returned function is called. */
  follow(listener: (changes: FloorChanges) => void): () => void;
  /** What the process says that runs the machine; null: none does, or it gives no answer. */
  live(machineId: number): Promise<LiveMachine | null>;
  /** The newest first. */
  trace(machineId: number): Promise<TraceEntry[]>;
  stop(): void;
}

interface KnownFloor {
  position: Position;
  name: string | null;
  answeredAt: number;
  reading: boolean;
  tiles: Map<number, HostTile>;
}

/** What the process that runs a machine says, and the name of that process. */
interface Running {
  tile: HostTile;
  name: string | null;
}

class TileBoard implements FloorOverview {
  readonly #options: FloorOverviewOptions;
  readonly #now: () => number;
  readonly #board = randomUUID();
  readonly #floors = new Map<string, KnownFloor>();
  readonly #names = new Map<number, string>();
  /** Last games from before their process has opened the machine; null: it had none. */
  readonly #earlierGames = new Map<number, MachineTile["lastGame"]>();
  readonly #listeners = new Set<(changes: FloorChanges) => void>();
  /** What the tiles of running machines were made of. */
  readonly #made = new Map<number, Running & { row: MachineRow; shown: MachineTile }>();
  #tiles = new Map<number, MachineTile>();
  #brands: FloorSnapshot["brands"] = [];
  #version = 0;
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  constructor(options: FloorOverviewOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  async snapshot(): Promise<FloorSnapshot> {
    if (this.#now() - this.#readAt > BATCH_MS) await this.#read();
    return {
      board: this.#board,
      version: this.#version,
      at: Date.now(),
      currency: this.#options.currency(),
      brands: this.#brands,
      tiles: [...this.#tiles.values()],
    };
  }
  position(): FloorChanges {
    return { key: "floor", board: this.#board, version: this.#version, changed: [], gone: [] };
  }
  follow(listener: (changes: FloorChanges) => void): () => void {
    this.#listeners.add(listener);
    this.#schedule();
    return () => this.#listeners.delete(listener);
  }
  async live(machineId: number): Promise<LiveMachine | null> {
    const owner = await this.#ownerOf(machineId);
    return (await owner?.live(machineId).catch(() => null)) ?? null;
  }
  async trace(machineId: number): Promise<TraceEntry[]> {
    const owner = await this.#ownerOf(machineId);
    return (await owner?.trace(machineId).catch(() => null)) ?? [];
  }
  async #ownerOf(machineId: number): Promise<TileFloor | undefined> {
    await this.snapshot();
    let owner: { id: string; lease: number } | null = null;
    for (const [id, { tiles }] of this.#floors) {
      const lease = tiles.get(machineId)?.lease;
      if (lease !== undefined && lease > (owner?.lease ?? 0)) owner = { id, lease };
    }
    return this.#options.floors().find(({ id }) => id === owner?.id);
  }
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#stopped || this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#read()
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error }, "the overview of the floor could not be read"),
        )
        .finally(() => {
          this.#timer = undefined;
          this.#schedule();
        });
    }, BATCH_MS);
    this.#timer.unref();
  }
  /** One reading at a time. */
  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }
  async #readAll(): Promise<void> {
    const floors = this.#options.floors();
    const ids = new Set(floors.map(({ id }) => id));
    for (const id of this.#floors.keys()) if (!ids.has(id)) this.#floors.delete(id);
    const catalogue = this.#options.catalogue.read();
    const readings = Promise.all(floors.map((floor) => this.#readFloor(floor)));
    // A slow process delays the others no longer than this; its answer belongs to a later batch.
    await Promise.race([readings, pause(this.#isComplete() ? WAIT_MS : FIRST_WAIT_MS, undefined, { ref: false })]);
    const content = await catalogue;
    const running = this.#running();
    await this.#readMissing(content.machines, running);
    this.#brands = content.brands.map(({ id, name }) => ({ id, name }));
    this.#show(content.machines.map((row) => this.#keptOrNew(row, running.get(row.id))));
    this.#readAt = this.#now();
  }

  // ——— what the processes say ———

  async #readFloor({ id, changes }: TileFloor): Promise<void> {
    const known = this.#floors.get(id) ?? {
      position: null,
      name: null,
      answeredAt: this.#now(),
      reading: false,
      tiles: new Map<number, HostTile>(),
    };
    this.#floors.set(id, known);
    if (known.reading) return;
    known.reading = true;
    try {
      for (let more = true; more;) {
        const page = await changes(known.position);
        if (known.position?.source !== page.source) known.tiles.clear();
        for (const tile of page.tiles) known.tiles.set(tile.id, tile);
        for (const gone of page.gone) known.tiles.delete(gone);
        known.position = { source: page.source, version: page.version };
        known.name = page.name;
        known.answeredAt = this.#now();
        more = page.more;
      }
    } catch {
      // It has ended, or the bus is away: asked again with the next reading.
    } finally {
      known.reading = false;
    }
  }
  /** All processes have answered at least once. */
  #isComplete(): boolean {
    return [...this.#floors.values()].every(({ position }) => position !== null);
  }
  /** Of each machine what its newest owner says. */
  #running(): Map<number, Running> {
    const running = new Map<number, Running>();
    for (const { tiles, name, answeredAt } of this.#floors.values()) {
      const isSilent = this.#now() - answeredAt > SILENT_MS;
      for (const tile of tiles.values()) {
        const other = running.get(tile.id);
        if (other && other.tile.lease > tile.lease) continue;
        running.set(tile.id, { name, tile: isSilent ? { ...tile, ...UNREACHABLE } : tile });
      }
    }
    return running;
  }
  /** Names of players, and last games from before a restart: each is read once. */
  async #readMissing(rows: readonly MachineRow[], running: ReadonlyMap<number, Running>): Promise<void> {
    const { store } = this.#options;
    const players = [...running.values()].flatMap(({ tile }) => tile.player?.id ?? []);
    const unnamed = [...new Set(players)].filter((id) => !this.#names.has(id));
    if (unnamed.length > 0) {
      for (const [id, name] of await store.playerNames(unnamed)) this.#names.set(id, name);
      for (const id of this.#names.keys()) {
        if (this.#names.size <= KEPT_NAMES) break;
        this.#names.delete(id);
      }
    }
    const unread = rows.map(({ id }) => id).filter((id) => !this.#earlierGames.has(id));
    if (unread.length > 0) {
      const games = await store.lastGames(unread);
      for (const id of unread) this.#earlierGames.set(id, games.get(id) ?? null);
    }
  }

  // ——— tiles ———

  /** Most machines have not changed since the last reading: their tile stays the same object. */
  #keptOrNew(row: MachineRow, running: Running | undefined): MachineTile {
    const made = this.#made.get(row.id);
    if (running && made?.row === row && made.tile === running.tile && made.name === running.name) return made.shown;
    const shown = this.#tileOf(row, running);
    if (running) this.#made.set(row.id, { ...running, row, shown });
    else this.#made.delete(row.id);
    return shown;
  }
  #tileOf(row: MachineRow, running: Running | undefined): MachineTile {
    const { id, name, brand_id: brand, image, video_type: video } = row;
    const fixed = { id, name, brand, image, video };
    if (!running) {
      const before = this.#tiles.get(id);
      return {
        ...fixed,
        state: stateOfRow(row) ?? "unreachable",
        need: needOfRow(row) ?? { what: "unreachable", since: sinceOf(before?.need ?? null), text: null },
        player: before?.player ?? null,
        credit: before?.credit ?? 0,
        closed: row.closed_at !== null,
        lastGame: before?.lastGame ?? this.#earlierGames.get(id) ?? null,
        online: false,
        node: null,
      };
    }
    const { id: _id, lease: _lease, player, lastGame, need, ...rest } = running.tile;
    const isSilent = need?.what === "unreachable" && need.since === null;
    return {
      ...fixed,
      ...rest,
      need: isSilent ? { ...need, since: sinceOf(this.#tiles.get(id)?.need ?? null) } : need,
      player: player && { ...player, name: this.#names.get(player.id) ?? "" },
      lastGame: lastGame ?? this.#earlierGames.get(id) ?? null,
      node: running.name,
    };
  }
  #show(tiles: readonly MachineTile[]): void {
    const next = new Map(tiles.map((tile) => [tile.id, tile]));
    const gone = [...this.#tiles.keys()].filter((id) => !next.has(id));
    const changed = tiles.flatMap((tile) => changeOf(this.#tiles.get(tile.id), tile) ?? []);
    this.#tiles = next;
    for (const id of gone) this.#made.delete(id);
    if (changed.length === 0 && gone.length === 0) return;
    this.#version += 1;
    const changes = { key: "floor" as const, board: this.#board, version: this.#version, changed, gone };
    for (const listener of this.#listeners) listener(changes);
  }
}

const UNREACHABLE = {
  state: "unreachable",
  need: { what: "unreachable", since: null, text: null },
  online: false,
} as const satisfies Partial<HostTile>;
/** The moment from which this overview knows it. */
const sinceOf = (before: MachineTile["need"]) => (before?.what === "unreachable" ? before.since : Date.now());

/** The fields that differ; null: none does. */
function changeOf(before: MachineTile | undefined, tile: MachineTile): TileChange | null {
  if (!before) return tile;
  if (before === tile) return null;
  const changed = Object.entries(tile).filter(([key, value]) => !isSame(before[key as keyof MachineTile], value));
  return changed.length === 0 ? null : { ...Object.fromEntries(changed), id: tile.id };
}
/** Values of a tile: plain ones, and objects of plain ones. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  return Object.entries(one).every(([key, value]) => (other as Record<string, unknown>)[key] === value);
}

/** Floors of other processes. @param ids of those that are known to run machines now */
export const remoteFloors = (bus: Bus, ids: () => Iterable<string>) => (): TileFloor[] =>
  [...ids()].map((id) => ({
    id,
    changes: (after) => bus.request(TILES, id, "changes", { after }, { withinMs: ANSWER_WITHIN_MS }),
    live: (machineId) => bus.request(TILES, id, "live", { id: machineId }, { withinMs: ANSWER_WITHIN_MS }),
    trace: (machineId) => bus.request(TILES, id, "trace", { id: machineId }, { withinMs: ANSWER_WITHIN_MS }),
  }));

/** The floor of this process. */
export const ownFloor = (id: string, floor: TileService) => (): TileFloor[] => [
  {
    id,
    changes: async (after) => floor.tileChanges(after),
    live: (machineId) => floor.liveMachine(machineId),
    trace: async (machineId) => floor.driverTrace(machineId),
  },
];

export function createFloorOverview(options: FloorOverviewOptions): FloorOverview {
  return new TileBoard(options);
}
