/**
 * The connections of the port: limited in all and for each network, sockets included, with one call of each connection at a
 * time. It does not know what is requested.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../../networkOf.ts";

export interface ConnectionLimits {
  total: number;
  perNetwork: number;
  /** Proxies: all their clients have one address, so only the total applies to them. */
  isProxy: (address: string) => boolean;
  /** A connection whose answer is not read completely in this time is ended. */
  answerWithinMs?: number;
}

/** Browsers never send calls ahead, and other clients rarely. */
const MAX_AHEAD = 8;
const ANSWER_WITHIN_MS = 600_000;

interface Connection {
  answering: boolean;
  ahead: { request: IncomingMessage; response: ServerResponse; handle: RequestListener }[];
}

export function createConnections({ total, perNetwork, isProxy, answerWithinMs = ANSWER_WITHIN_MS }: ConnectionLimits) {
  const networks = new Map<string, number>();
  const connections = new WeakMap<Socket, Connection>();
  const open = new Set<Socket>();

  function start(connection: Connection, { request, response, handle }: Connection["ahead"][number]): void {
    connection.answering = true;
    const late = setTimeout(() => request.socket.destroy(), answerWithinMs).unref();
    response.once("close", () => {
      clearTimeout(late);
      connection.answering = false;
      const next = connection.ahead.shift();
      if (next && !request.socket.destroyed) start(connection, next);
    });
    handle(request, response);
  }

  return {
    /** Counts a connection until it closes. One above the limit is cut before it is read. */
    admit(socket: Socket): void {
      const address = socket.remoteAddress ?? "";
      const network = isProxy(address) ? null : networkOf(address);
      const ofNetwork = network === null ? 0 : (networks.get(network) ?? 0);
      if (open.size >= total || ofNetwork >= perNetwork) {
        socket.destroy();
        return;
      }
      open.add(socket);
      if (network !== null) networks.set(network, ofNetwork + 1);
      connections.set(socket, { answering: false, ahead: [] });
      socket.once("close", () => {
        open.delete(socket);
        if (network === null) return;
        const left = (networks.get(network) ?? 1) - 1;
        if (left === 0) networks.delete(network);
        else networks.set(network, left);
      });
    },
    /** Handles a call once the ones before it on the same connection are answered. Too many ahead end the connection. */
    inOrder(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
      const connection = connections.get(request.socket);
      if (!connection || request.socket.destroyed) return;
      if (!connection.answering) start(connection, { request, response, handle });
      else if (connection.ahead.length < MAX_AHEAD) connection.ahead.push({ request, response, handle });
      else request.socket.destroy();
    },
    /** Whether an answer is being sent: nothing else may be written then. */
    isAnswering: (socket: Socket) => connections.get(socket)?.answering === true,
    /** Ends all of them, sockets included. */
    cut(): void {
      for (const socket of open) socket.destroy();
    },
  };
}
