/**
 * Watches whether the house can write: measures the file system of the data folder each second, and notes errors of the
 * database that say that it is full. The answer is always known, so that a refusal waits for no disk.
 */
import { access, constants, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import { isOutOfSpace, spaceLevel } from "./space.ts";
import type { Room, SpaceLevel } from "./space.ts";

const MEASURE_MS = 1_000;
/** Between two attempts to write, after the database has said that it is full. */
const TRY = { minMs: 500, maxMs: 2_000 };

/** @param error of the database, if that is how it was noticed */
type SpaceListener = (level: SpaceLevel, before: SpaceLevel, error?: unknown) => void;

export interface Space {
  /** "full": new games, deposits and seats are refused. */
  readonly level: SpaceLevel;
  /** Null: not measured. */
  readonly room: Room | null;
  /** 0: none. */
  readonly reserveBytes: number;
  /** Another reserve than at the start, e.g. that of the running house. Measures at once. */
  setReserve(bytes: number): Promise<void>;
  /** Notes an error of the database. */
  report(error: unknown): void;
  /** @returns a function that ends it */
  onChange(listener: SpaceListener): () => void;
}
interface SpaceOptions {
  /** Null: there is none to measure. */
  dataDir: string | null;
  /** Undefined: nothing is measured before `setReserve`. */
  reserveBytes: number | undefined;
  log: Pick<Logger, "warn">;
  /** Makes the database write some megabytes. Rejects where it can't. */
  tryToWrite: () => Promise<unknown>;
  measure?: ((folder: string) => Promise<Room>) | undefined;
}

async function measureFolder(folder: string): Promise<Room> {
  const [{ bavail, bsize, blocks, files, ffree }, isReadOnly] = await Promise.all([
    statfs(folder),
    access(folder, constants.W_OK).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === "EROFS",
    ),
  ]);
  return {
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    freeFiles: files > 0 ? ffree : null,
    isReadOnly,
  };
}
/** Of the data folder, or of the database's in it that is on a fuller file system. @throws a system error */
export async function measureRoom(dataDir: string): Promise<Room> {
  const first = await measureFolder(dataDir);
  const others = await Promise.all(
    ["postgres", join("postgres", "pg_wal")].map((name) => measureFolder(join(dataDir, name)).catch(() => first)),
  );
  const rooms = [first, ...others];
  return rooms.find(({ isReadOnly }) => isReadOnly) ?? rooms.toSorted((a, b) => a.freeBytes - b.freeBytes)[0] ?? first;
}

export class SpaceWatch implements Space {
  readonly #options: SpaceOptions;
  readonly #listeners = new Set<SpaceListener>();
  readonly #backoff = createBackoff(TRY);
  #isStopped = false;
  #reserveBytes: number | undefined;
  #room: Room | null = null;
  #measured: SpaceLevel = "enough";
  #isReported = false;
  #shown: SpaceLevel = "enough";
  #isMeasuring = false;
  #timer: NodeJS.Timeout | undefined;
  #tryTimer: NodeJS.Timeout | undefined;

  constructor(options: SpaceOptions) {
    this.#options = options;
    this.#reserveBytes = options.reserveBytes;
  }

  get level(): SpaceLevel {
    return this.#isReported ? "full" : this.#measured;
  }
  get room(): Room | null {
    return this.#room;
  }
  get reserveBytes(): number {
    return this.#reserveBytes ?? 0;
  }
  async setReserve(bytes: number): Promise<void> {
    this.#reserveBytes = bytes;
    await this.#measure();
  }

  /** Measures once, and from then on. */
  async start(): Promise<void> {
    await this.#measure();
    this.#timer = setInterval(() => void this.#measure(), MEASURE_MS).unref();
  }
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#tryTimer);
  }
  report(error: unknown): void {
    if (this.#isReported || this.#isStopped || !isOutOfSpace(error)) return;
    this.#isReported = true;
    this.#notify(error);
    this.#tryLater();
  }
  onChange(listener: SpaceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #measure(): Promise<void> {
    const { dataDir, measure = measureRoom } = this.#options;
    const reserveBytes = this.#reserveBytes;
    // A file system that does not answer must not collect measurements.
    if (dataDir === null || reserveBytes === undefined || this.#isMeasuring) return;
    this.#isMeasuring = true;
    try {
      this.#room = await measure(dataDir);
      this.#measured = spaceLevel(this.#room, this.#measured, reserveBytes);
      this.#notify();
    } catch (error) {
      this.#options.log.warn({ err: error }, "the free space of the data folder is not known");
    } finally {
      this.#isMeasuring = false;
    }
  }
  #tryLater(): void {
    if (this.#isStopped) return;
    this.#tryTimer = setTimeout(() => {
      this.#options.tryToWrite().then(
        () => {
          this.#isReported = false;
          this.#backoff.reset();
          this.#notify();
        },
        () => this.#tryLater(),
      );
    }, this.#backoff.next()).unref();
  }
  #notify(error?: unknown): void {
    const { level } = this;
    if (level === this.#shown) return;
    const before = this.#shown;
    this.#shown = level;
    for (const listener of this.#listeners) listener(level, before, error);
  }
}
