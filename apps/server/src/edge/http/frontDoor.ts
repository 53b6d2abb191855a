/**
 * The port of the process, bound before anything else is opened. Until the application is attached it answers every call
 * 503 with Retry-After; afterwards it passes calls and upgrades on. It knows no resource but the two of health.
 */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@reelcast/contract";

export type FrontDoorState = "starting" | "standby";

/** What is behind the door: a server of Fastify's that listens nowhere itself. */
export interface Application {
  handler: RequestListener;
  /** Its upgrades and client errors are emitted here. */
  server: Server;
}

export interface FrontDoor extends AsyncDisposable {
  readonly port: number;
  /** What /readyz says while nothing is attached. */
  say(state: FrontDoorState): void;
  /** Returns a function that takes the application away again. */
  attach(application: Application): () => void;
}

export const HTTP_TIMES = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  // Node looks every 30 s unless told otherwise: a client that dawdles would be held for longer than the limits say.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 20_000,
} as const;

const HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;
const RETRY = { "Retry-After": "1" } as const;
const REFUSAL = JSON.stringify(new AppError(50300).toAnswer());

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...HEADERS, ...(status === 503 ? RETRY : {}) }).end(body);
}

function refuseUpgrade(socket: Duplex): void {
  const headers = { ...HEADERS, ...RETRY, Connection: "close", "Content-Length": Buffer.byteLength(REFUSAL) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${lines.join("")}\r\n${REFUSAL}`);
}

/** `localhost` is several addresses on most machines; of any other name the first one counts. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== "localhost") return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address);
      else reject(new Error("the port has no address"));
    });
  });
}

/** @throws an error with code EADDRINUSE where the port is taken */
export async function openFrontDoor({ host, port }: { host: string; port: number }): Promise<FrontDoor> {
  let state: FrontDoorState = "starting";
  let attached: Application | null = null;

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (attached) return attached.handler(request, response);
    // What it sends is of no use here; unread it would keep the connection from its next request.
    request.resume();
    const path = request.url?.split("?", 1)[0];
    if (path === "/healthz") answer(response, 200, '{"status":"ok"}');
    else if (path === "/readyz") answer(response, 503, JSON.stringify({ status: state }));
    else answer(response, 503, REFUSAL);
  }
  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (attached) attached.server.emit("upgrade", request, socket, head);
    else refuseUpgrade(socket);
  }

  const [first = host, ...others] = await addressesOf(host);
  const servers: Server[] = [];
  async function open(address: string, at: number): Promise<number> {
    const server = createServer(HTTP_TIMES, onRequest);
    server.on("upgrade", onUpgrade);
    server.on("clientError", (error, socket) => {
      if (attached) attached.server.emit("clientError", error, socket);
      else socket.destroy();
    });
    const bound = await listen(server, address, at);
    servers.push(server);
    return bound.port;
  }
  const bound = await open(first, port);
  try {
    // A machine may name an address that it has not, such as ::1 without IPv6.
    for (const address of others)
      await open(address, bound).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE") throw error;
      });
  } catch (error) {
    servers.forEach((server) => server.close());
    throw error;
  }

  return {
    port: bound,
    say(next) {
      state = next;
    },
    attach(application) {
      attached = application;
      return () => {
        if (attached === application) attached = null;
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        ),
      );
    },
  };
}
