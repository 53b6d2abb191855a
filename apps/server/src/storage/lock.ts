/**
 * A lock between processes of one machine that the kernel itself takes back when its holder dies: a listening local
 * socket. A lock file would outlive a `kill -9`.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { Server } from "node:net";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";

const ASK_AGAIN_MS = 20;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function address(name: string): { path: string; isFile: boolean } {
  const id = `reelcast-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  if (platform() === "linux") return { path: `\0${id}`, isFile: false };
  if (platform() === "win32") return { path: `\\\\?\\pipe\\${id}`, isFile: false };
  return { path: join(tmpdir(), `${id}.sock`), isFile: true };
}

/** The listening server, or null where somebody else holds the lock. */
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

/** The lock at once, or null where a living process holds it. */
async function takeOrFree(name: string): Promise<Server | null> {
  const { path, isFile } = address(name);
  const server = await take(path);
  if (server !== null || !isFile || (await answers(path))) return server;
  // Its holder died: only the file is left.
  await rm(path, { force: true });
  return take(path);
}
const free = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Holds the lock until it is released or the process ends. Null where another process holds it. */
export async function holdLock(name: string): Promise<{ release(): Promise<void> } | null> {
  const server = await takeOrFree(name);
  if (server === null) return null;
  // The lock alone is no reason for the process to go on.
  server.unref();
  return { release: () => free(server) };
}

/**
 * Does `work` while no other process does any under the same name.
 * @throws Error where the lock does not come free within `withinMs`
 */
export async function withLock<T>(name: string, withinMs: number, work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  let server = await takeOrFree(name);
  while (server === null) {
    if (Date.now() > giveUpAt) throw new Error(`another process has been holding the lock of ${name} for too long`);
    await pause(ASK_AGAIN_MS);
    server = await takeOrFree(name);
  }
  try {
    return await work();
  } finally {
    await free(server);
  }
}
