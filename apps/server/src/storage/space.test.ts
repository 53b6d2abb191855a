import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "./connection.ts";
import { isOutOfSpace, spaceLevel } from "./space.ts";
import type { SpaceLevel } from "./space.ts";

const RESERVE = 100;
const room = (freeBytes: number, more: { freeFiles?: number | null; isReadOnly?: boolean } = {}) => ({
  freeBytes,
  totalBytes: 10_000,
  freeFiles: null,
  isReadOnly: false,
  ...more,
});
/** The levels of a disk whose free bytes change like that. */
function levels(...free: number[]): SpaceLevel[] {
  let level: SpaceLevel = "enough";
  return free.map((bytes) => (level = spaceLevel(room(bytes), level, RESERVE)));
}

describe("free space", () => {
  it("is low below four times the reserve, and full below the reserve", () => {
    expect(levels(401, 399, 101, 99, 0)).toEqual(["enough", "low", "low", "full", "full"]);
  });

  it("does not change its level all the time at a bound", () => {
    expect(levels(99, 101, 124, 126, 99)).toEqual(["full", "full", "full", "low", "full"]);
    expect(levels(399, 401, 499, 501)).toEqual(["low", "low", "low", "enough"]);
  });

  it("counts inodes like bytes, where there are any", () => {
    expect(spaceLevel(room(5_000, { freeFiles: 10_000 }), "enough", RESERVE)).toBe("enough");
    expect(spaceLevel(room(5_000, { freeFiles: 1_000 }), "enough", RESERVE)).toBe("low");
    expect(spaceLevel(room(5_000, { freeFiles: 255 }), "enough", RESERVE)).toBe("full");
  });

  it("is none on a read-only file system", () => {
    expect(spaceLevel(room(5_000, { isReadOnly: true }), "enough", RESERVE)).toBe("full");
  });

  it("decides nothing where nothing is reserved: the database is elsewhere", () => {
    expect(spaceLevel(room(0, { isReadOnly: true, freeFiles: 0 }), "enough", 0)).toBe("enough");
  });
});

describe("an error of the database", () => {
  const error = (message: string, code?: string) =>
    Object.assign(new Error(message), code === undefined ? {} : { code });

  it("says that it can't write: disk, quota, read-only, failing hardware", () => {
    expect(isOutOfSpace(error('could not extend file "base/1/2": No space left on device', "53100"))).toBe(true);
    // PostgreSQL has no code of its own for these two.
    expect(isOutOfSpace(error('could not write file "x": Disk quota exceeded', "XX000"))).toBe(true);
    expect(isOutOfSpace(error('could not open file "x": Read-only file system', "42501"))).toBe(true);
    expect(isOutOfSpace(error("could not fsync", "58030"))).toBe(true);
  });

  it("of a program or of the system says it in its cause, or in other letters", () => {
    const initdb = error(
      "initdb ended with 1: selecting dynamic shared memory implementation ... posix\ninitdb: error: could not write file: No space left on device",
    );
    expect(isOutOfSpace(new Error("the embedded database could not be created", { cause: initdb }))).toBe(true);
    const half = "FATAL: could not extend file: wrote only 4096 of 8192 bytes at block 7 HINT: Check free disk space.";
    expect(isOutOfSpace(error(half))).toBe(true);
    expect(isOutOfSpace(error("ENOSPC: no space left on device, write", "ENOSPC"))).toBe(true);
  });

  it("of another kind says nothing of space, nor does a small /dev/shm", () => {
    expect(isOutOfSpace(error("permission denied for table x", "42501"))).toBe(false);
    expect(
      isOutOfSpace(error('could not resize shared memory segment "/PostgreSQL.1": No space left on device', "53100")),
    ).toBe(false);
    expect(isOutOfSpace("No space left on device")).toBe(false);
  });

  it("of files or ports that this process lacks is one to try again later", () => {
    for (const code of ["EMFILE", "ENFILE", "EADDRNOTAVAIL"]) {
      expect(isDatabaseAway(error("connect", code))).toBe(true);
      expect(isOutOfSpace(error("connect", code))).toBe(false);
    }
  });
});
