/**
 * Keeps the log of the embedded PostgreSQL small. PostgreSQL appends to the file all the time, so the file stays: it is copied
 * and emptied. PostgreSQL's own rotation limits the size of a file, and not the number of files.
 */
import { copyFile, rename, rm, stat, truncate } from "node:fs/promises";

export interface LogLimits {
  /** Of one file, before it is rotated. */
  bytes: number;
  /** Older files, `postgres.log.1` being the latest. */
  older: number;
}
const LIMITS: LogLimits = { bytes: 4 * 1024 * 1024, older: 4 };
const LOOK_EVERY_MS = 10_000;

/** Rotates the file if it is larger than its limit. On a full disk nothing is kept of it. @throws a system error */
export async function rotateIfLarge(file: string, { bytes, older }: LogLimits = LIMITS): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= bytes) return;
  for (let number = older - 1; number >= 1; number -= 1)
    await rename(`${file}.${number}`, `${file}.${number + 1}`).catch(() => {});
  try {
    // With its permissions: the log may quote statements.
    await copyFile(file, `${file}.1`);
  } catch {
    await rm(`${file}.1`, { force: true }).catch(() => {});
  }
  await truncate(file);
}

/** Looks at the file while this process has the database open. @returns a function that stops it */
export function keepLogSmall(file: string, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void rotateIfLarge(file).catch(onError), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
