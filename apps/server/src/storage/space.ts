/**
 * Whether there is room for what new play writes: rules of numbers alone. Below the reserve new games, deposits and seats are
 * refused, so that what has begun can still be finished before the database stops.
 */

import { SQL_STATE, hasSqlState } from "./sqlState.ts";

/** Of the file system that has the data folder. */
export interface Room {
  /** For a process without privileges. */
  freeBytes: number;
  totalBytes: number;
  /** Inodes; null: this file system has no such limit. */
  freeFiles: number | null;
  isReadOnly: boolean;
}
export type SpaceLevel = "enough" | "low" | "full";

/** The warning comes at this multiple of the reserve. */
const LOW = 4;
/** What was refused is permitted again, and a warning ends, only with so much more: a level must not change all the time. */
const MORE = 1.25;
const RESERVED_FILES = 256;

/** @param least bounds of the levels below which it is full, and low */
function compare(free: number, before: SpaceLevel, least: { full: number; low: number }): SpaceLevel {
  if (free < least.full * (before === "full" ? MORE : 1)) return "full";
  return free < least.low * (before === "enough" ? 1 : MORE) ? "low" : "enough";
}

/** @param reserveBytes 0: nothing is refused, also on a file system that can't be written: the database may be elsewhere */
export function spaceLevel(
  { freeBytes, freeFiles, isReadOnly }: Room,
  before: SpaceLevel,
  reserveBytes: number,
): SpaceLevel {
  if (reserveBytes === 0) return "enough";
  if (isReadOnly) return "full";
  const bytes = compare(freeBytes, before, { full: reserveBytes, low: LOW * reserveBytes });
  if (freeFiles === null) return bytes;
  const files = compare(freeFiles, before, { full: RESERVED_FILES, low: LOW * RESERVED_FILES });
  if (bytes === "full" || files === "full") return "full";
  return bytes === "low" || files === "low" ? "low" : "enough";
}

/**
 * Whether an error of the database says that it can't write: a full disk, a quota, a read-only file system, too many open
 * files. PostgreSQL has codes for the first and the last. A full /dev/shm has the same code, and is no full disk.
 */
export function isOutOfSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/shared memory segment/i.test(error.message)) return false;
  if (hasSqlState(error, SQL_STATE.diskFull, SQL_STATE.ioError)) return true;
  // The words of the system and of PostgreSQL, which programs repeat. Only the cause may have them.
  return (
    /no space left on device|check free disk space|disk quota exceeded|read-only file system/i.test(error.message) ||
    isOutOfSpace(error.cause)
  );
}
