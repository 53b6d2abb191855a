/** Ports for the processes of tests. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a server that a
 * test restarts must find its port as it left it, and there any connection could have taken it.
 */
const FIRST = 10_000;
/** The tests of the media process take those above. */
const END = 20_000;
/** A server's video takes the ten ports from its own on. */
const STEP = 10;
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}

/** A TCP port that nobody listens on; this process gives none twice. The nine after it are nobody else's either. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + STEP * randomInt((END - FIRST) / STEP);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}
