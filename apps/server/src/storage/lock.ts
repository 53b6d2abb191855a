/**
 * Locks between processes: the kernel's lock on a file (`flock`). It belongs to the open file, so a program that inherits the
 * descriptor holds it too, and it is free when the last of them has ended in any way. It counts for every process that
 * opens the same file, in whatever container and under whatever path. Lock files are never removed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { close, constants, fstat, open, write } from "node:fs";
import { lstat } from "node:fs/promises";
import { platform } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "../errorCode.ts";
import { NO_LINK } from "../unfollowed.ts";
import { DatabaseRefused } from "./refusals.ts";

const RETRY_MS = 20;
/** `open` locks as it opens, on macOS and the BSDs. Node has no name for it. */
const O_EXLOCK = 0x20;
/** Opens for this process and its children alone, on Windows (libuv's UV_FS_O_EXLOCK). */
const EXCLUSIVE_ON_WINDOWS = 0x10000000;
/** Characters of what `flock` says that are kept. */
const MOST_SAID = 1_000;
const NOTE = "The operating system holds a lock on this file while its house is in use. Do not remove it.\n";

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);
const writeTo = promisify(write);

export interface FileLock {
  /** A child that gets it in its `stdio` holds the lock until it ends. */
  readonly fd: number;
  /** Children that have inherited it keep it. */
  release(): Promise<void>;
}

const noLocks = (file: string, reason: string) =>
  new DatabaseRefused(`${file} can't be locked, and without a lock two processes could damage the data: ${reason}`);

/** Waits for the lock with `wait`. Node has no call for it, so a program that inherits the descriptor asks for it. */
async function flock(fd: number, file: string, wait: AbortSignal | null): Promise<boolean> {
  const child = spawn("flock", [wait === null || wait.aborted ? "-xn" : "-x", "3"], {
    stdio: ["ignore", "ignore", "pipe", fd],
    // A signal to the group of this process would look like a lock that another one holds.
    detached: true,
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, MOST_SAID)));
  const giveUp = () => child.kill();
  wait?.addEventListener("abort", giveUp);
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    if (code === 0) return true;
    if (signal !== null || (code === 1 && said === "")) return false;
    throw noLocks(file, said.trim() || `flock ended with ${code}.`);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw noLocks(file, "the program flock (util-linux) is missing.");
    throw error;
  } finally {
    wait?.removeEventListener("abort", giveUp);
  }
}

/** Null: another process holds it. */
async function openLocked(file: string, wait: AbortSignal | null, create: number): Promise<number | null> {
  // For writing: on an overlay, a file that is open for reading alone may be another one.
  const flags = constants.O_RDWR | create | NO_LINK;
  if (platform() === "linux") {
    const fd = await openFile(file, flags, 0o600);
    try {
      if (await flock(fd, file, wait)) return fd;
    } catch (error) {
      await closeFile(fd);
      throw error;
    }
    await closeFile(fd);
    return null;
  }
  const locking = platform() === "win32" ? EXCLUSIVE_ON_WINDOWS : O_EXLOCK | constants.O_NONBLOCK;
  for (;;) {
    try {
      return await openFile(file, flags | locking, 0o600);
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOTSUP" || code === "EOPNOTSUPP") throw noLocks(file, "its file system has no locks.");
      if (code !== "EAGAIN" && code !== "EBUSY") throw error;
    }
    if (wait === null || wait.aborted) return null;
    await pause(RETRY_MS);
  }
}

async function take(
  file: string,
  wait: AbortSignal | null,
  create: number = constants.O_CREAT,
): Promise<FileLock | null> {
  for (;;) {
    const fd = await openLocked(file, wait, create);
    if (fd === null) return null;
    const [locked, named] = await Promise.all([statFile(fd), lstat(file).catch(() => null)]);
    if (!locked.isFile()) {
      await closeFile(fd);
      throw noLocks(file, "it is no file.");
    }
    // The file was replaced after it was opened: others lock the new one.
    if (named?.ino !== locked.ino || named.dev !== locked.dev) {
      await closeFile(fd);
      continue;
    }
    // The lock needs no contents: a full disk does not matter.
    if (locked.size === 0 && create !== 0) await writeTo(fd, NOTE).catch(() => {});
    return { fd, release: () => closeFile(fd) };
  }
}

/**
 * Tries once. Null: another process holds it.
 * @throws DatabaseRefused where there are no such locks; the file system's error where the file can't be opened
 */
export const takeLock = (file: string): Promise<FileLock | null> => take(file, null);

/** As `takeLock`, and makes no file. */
export const takeLockOfExisting = (file: string): Promise<FileLock | "missing" | null> =>
  take(file, null, 0).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "missing";
    throw error;
  });

/** Runs `work` under the lock. @throws as `takeLock`; Error if the lock is not released within `withinMs` */
export async function withLock<T>(file: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  const lock = await take(file, AbortSignal.timeout(withinMs));
  if (lock === null) throw new Error(`another process has been holding the lock of ${file} for too long`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
