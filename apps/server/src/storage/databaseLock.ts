/**
 * The lock of whatever can write in the database's folder: on `database.lock`, which is there before the database is, and on the
 * database's own `PG_VERSION`, without which there is none. Who removes `database.lock` does not remove the lock.
 */
import { platform } from "node:os";
import { join } from "node:path";
import { takeLock, takeLockOfExisting } from "./lock.ts";
import type { FileLock } from "./lock.ts";

/** On Windows a lock keeps everybody else from reading, PostgreSQL too. */
const LOCKS_READ_FILES = platform() !== "win32";

export class DatabaseLock {
  readonly #folder: string;
  #locks: FileLock[];
  private constructor(folder: string, locks: FileLock[]) {
    this.#folder = folder;
    this.#locks = locks;
  }

  /** Null: another process holds it. @throws as `takeLock` */
  static async take(file: string, folder: string): Promise<DatabaseLock | null> {
    const first = await takeLock(file);
    if (first === null) return null;
    const lock = new DatabaseLock(folder, [first]);
    try {
      if (await lock.cover()) return lock;
    } catch (error) {
      await lock.release();
      throw error;
    }
    await lock.release();
    return null;
  }

  /** Takes the database's own file, too, where it is there by now. False: another process holds it. */
  async cover(): Promise<boolean> {
    if (!LOCKS_READ_FILES || this.#locks.length > 1) return true;
    const own = await takeLockOfExisting(join(this.#folder, "PG_VERSION"));
    if (own === "missing") return true;
    if (own !== null) this.#locks.push(own);
    return own !== null;
  }

  /** A child that gets them in its `stdio` holds the lock until it ends. */
  get fds(): number[] {
    return this.#locks.map(({ fd }) => fd);
  }

  /** Children that have inherited it keep it. */
  async release(): Promise<void> {
    const locks = this.#locks;
    this.#locks = [];
    for (const lock of locks) await lock.release();
  }
}
