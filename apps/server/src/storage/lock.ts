/**
 * A lock between processes of one machine: a listening local socket, which the kernel closes when its holder dies. A lock
 * file would outlive a `kill -9`.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { Server } from "node:net";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";

const RETRY_MS = 20;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function address(name: string): { path: string; isFile: boolean } {
  const id = `reelcast-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  if (platform() === "linux") return { path: `\0${id}`, isFile: false };
  if (platform() === "win32") return { path: `\\\\?\\pipe\\${id}`, isFile: false };
  return { path: join(tmpdir(), `${id}.sock`), isFile: true };
}

/** The listening server, or null if another process holds the lock. */
function take(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen({ path }, () => resolve(server));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Tries once. Null if a living process holds the lock. */
async function takeOrFree(name: string): Promise<Server | null> {
  const { path, isFile } = address(name);
  const server = await take(path);
  if (server !== null || !isFile || (await answers(path))) return server;
  // Its holder has died, and only the file is left.
  await rm(path, { force: true });
  return take(path);
}
const free = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Holds the lock until it is released or the process ends. Null if another process holds it. */
export async function holdLock(name: string): Promise<{ release(): Promise<void> } | null> {
  const server = await takeOrFree(name);
  if (server === null) return null;
  // The lock alone must not keep the process running.
  server.unref();
  return { release: () => free(server) };
}

/**
 * Runs `work` under the lock.
 * @throws Error if the lock is not released within `withinMs`
 */
export async function withLock<T>(name: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  let server = await takeOrFree(name);
  while (server === null) {
    if (Date.now() > giveUpAt) throw new Error(`another process has been holding the lock of ${name} for too long`);
    await pause(RETRY_MS);
    server = await takeOrFree(name);
  }
  try {
    return await work();
  } finally {
    await free(server);
  }
}
