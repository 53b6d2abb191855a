/**
 * The port of the process, bound before anything else is opened, and the limits of its connections. Until the application
 * is attached it answers every call 503 with Retry-After; afterwards it passes calls and upgrades on. The only
 * resources of its own are the two of health.
 */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { lookup } from "node:dns/promises";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError, ErrorCode } from "@reelcast/contract";
import { addressSet, plainAddress } from "../../network/index.ts";
import { createConnections } from "./connections.ts";
import type { ConnectionLimits } from "./connections.ts";
import { answerJson, refuseOn } from "./headers.ts";

export type FrontDoorState = "starting" | "standby";

/** The application behind the port: a server of Fastify's that does not listen itself. */
export interface Application {
  handler: RequestListener;
  /** Its upgrades are emitted here. */
  server: Server;
}

export interface FrontDoor extends AsyncDisposable {
  readonly port: number;
  /** What /readyz answers while nothing is attached. */
  say(state: FrontDoorState): void;
  /** Returns a function that detaches the application. */
  attach(application: Application): () => void;
}

export const HTTP_TIMES = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  // By default Node checks every 30 s, so that a slow client would stay for longer than the limits say.
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 20_000,
} as const;
/** A connection on which nothing is read or written for so long is ended. */
const STALL_MS = 30_000;
/** A hall of a hundred players behind one address: three sockets and up to six connections of HTTP each. */
export const CONNECTIONS = { total: 5_000, perNetwork: 1_200 } as const;

/** Errors of Node's parser as codes of the catalogue; all others are InvalidRequest. */
const BY_PARSER: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: ErrorCode.RequestTimeout,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ErrorCode.RequestTooLarge,
  HPE_HEADER_OVERFLOW: ErrorCode.HeadersTooLarge,
};

const isWebSocket = ({ headers }: IncomingMessage) => /^websocket$/i.test(headers.upgrade ?? "");
/** Otherwise `ws` would refuse the request with a text of its own (RFC 6455 §4.2.1). */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  const key = headers["sec-websocket-key"] ?? "";
  return (
    method === "GET" && /^[+/0-9a-z]{22}==$/i.test(key) && ["8", "13"].includes(headers["sec-websocket-version"] ?? "")
  );
}

/** `localhost` is several addresses on most machines; of any other name the first one counts. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== "localhost") return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** @throws an error with code EADDRINUSE where another program has the port */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
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

export interface FrontDoorOptions {
  host: string;
  port: number;
  connections?: Pick<ConnectionLimits, "total" | "perNetwork">;
  trustedProxies?: readonly string[];
  stallMs?: number;
}

/** The answer while no application is attached. */
function answerUnattached(request: IncomingMessage, response: ServerResponse, state: FrontDoorState): void {
  // Its body is not needed; unread it would block the next request of the connection.
  request.resume();
  const path = request.url?.split("?", 1)[0];
  if (path === "/healthz") answerJson(response, 200, { status: "ok" });
  else if (path === "/readyz") answerJson(response, 503, { status: state });
  else answerJson(response, 503, new AppError(ErrorCode.ServiceUnavailable).toAnswer());
}

/**
 * Listens at all addresses of a host, with one server for each.
 * @throws an error with code EADDRINUSE where another program has the port
 */
async function listenOnAll(
  host: string,
  port: number,
  create: () => Server,
): Promise<{ port: number; servers: readonly Server[] }> {
  const [first = host, ...others] = await addressesOf(host);
  const server = create();
  const servers = [server];
  const bound = (await listen(server, first, port)).port;
  try {
    for (const address of others) {
      const further = create();
      // The host may have no such address, such as ::1 without IPv6.
      await listen(further, address, bound).then(
        () => servers.push(further),
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EADDRINUSE") throw error;
        },
      );
    }
  } catch (error) {
    servers.forEach((opened) => opened.close());
    throw error;
  }
  return { port: bound, servers };
}

/** @throws an error with code EADDRINUSE where another program has the port */
export async function openFrontDoor({
  host,
  port,
  connections: limits = CONNECTIONS,
  trustedProxies = [],
  stallMs = STALL_MS,
}: FrontDoorOptions): Promise<FrontDoor> {
  let state: FrontDoorState = "starting";
  let attached: Application | null = null;
  const isTrusted = addressSet(trustedProxies);
  const connections = createConnections({ ...limits, isProxy: (address) => isTrusted(plainAddress(address)) });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    // Node would refuse it with an answer of its own.
    if (request.httpVersion === "1.1" && request.headers.host === undefined) {
      response.setHeader("Connection", "close");
      return answerJson(response, 400, new AppError(ErrorCode.InvalidRequest).toAnswer());
    }
    if (attached) attached.handler(request, response);
    else answerUnattached(request, response, state);
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    connections.inOrder(request, response, handle);
  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (connections.isAnswering(request.socket)) socket.destroy();
    else if (!isHandshake(request)) refuseOn(socket, new AppError(ErrorCode.InvalidRequest));
    else if (attached) attached.server.emit("upgrade", request, socket, head);
    else refuseOn(socket, new AppError(ErrorCode.ServiceUnavailable));
  }
  /** Sockets that were refused once: further errors of theirs are ignored. */
  const refused = new WeakSet<Duplex>();
  function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || error.code === "ECONNRESET" || connections.isAnswering(socket)) socket.destroy();
    else refuseOn(socket, new AppError(BY_PARSER[error.code ?? ""] ?? ErrorCode.InvalidRequest));
  }

  function create(): Server {
    const server = createServer(
      { ...HTTP_TIMES, requireHostHeader: false, shouldUpgradeCallback: isWebSocket },
      onRequest,
    );
    // Also for a client that does not read its answer.
    server.setTimeout(stallMs);
    server.on("connection", (socket) => connections.admit(socket));
    // An unknown expectation may be ignored (RFC 9110 §10.1.1).
    server.on("checkExpectation", onRequest);
    server.on("upgrade", onUpgrade);
    server.on("clientError", onClientError);
    return server;
  }
  const bound = await listenOnAll(host, port, create);

  return {
    port: bound.port,
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
      const closed = bound.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      connections.cut();
      await Promise.all(closed);
    },
  };
}
