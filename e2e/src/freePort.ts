/** Ports for the processes of tests. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Server } from "node:net";

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a server that a
 * test restarts must find its port as it left it, and there any connection could have taken it. Above 10080, the highest
 * that browsers and `fetch` refuse to open (https://fetch.spec.whatwg.org/#port-blocking).
 */
export const FIRST_PORT = 10_100;
/** The tests of the media process take those above. */
export const END_PORT = 20_000;
/** A server's video takes the ten UDP ports from its own on. */
const STEP = 10;
/**
 * The last of the ten is listened on by the test's process as long as it runs. Another one that would give the same ten
 * sees it, also while no server listens: before its start, and between a kill and the next start.
 */
const CLAIM = STEP - 1;

async function listen(port: number): Promise<Server | null> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch {
    return null;
  }
}

/** A TCP port that nobody listens on. No process of any test gets it, or one of the nine after it, while this one runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + STEP * randomInt((END_PORT - FIRST_PORT) / STEP);
    const claim = await listen(port + CLAIM);
    if (claim === null) continue;
    claim.unref();
    const tried = await listen(port);
    if (tried === null) {
      claim.close();
      continue;
    }
    tried.close();
    await once(tried, "close");
    return port;
  }
}
