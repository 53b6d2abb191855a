/** How a request becomes a socket, and how all sockets of a port end: the same for players and for the console. */
import { SOCKET } from "@reelcast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../../networkOf.ts";
import type { SocketLimiter } from "./socketLimiter.ts";

/** Limits that `ws` applies by itself. A message of 16 KiB comes in far fewer pieces; rpc.ts answers pings, within the rate. */
export const WS_OPTIONS = {
  maxPayload: SOCKET.maxFrameBytes,
  maxFragments: 32,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  autoPong: false,
  // For sockets that the client closes. Not in the types of `ws` yet.
  closeTimeout: SOCKET.closeWithinMs,
};
/** At the end of the process, sockets whose clients do not answer the close are cut after this time. */
const CUT_AFTER_MS = 500;

/** Of the route of a socket. @param mayOpen before a place is taken @throws what `mayOpen` throws, and the limiter's refusals */
export const upgradeRoute = (limiter: SocketLimiter, mayOpen: (request: FastifyRequest) => void) => ({
  websocket: true as const,
  config: { counts: "socket" as const },
  // An upgrade from another site's page, or one above the limit, is refused before it becomes a socket: that costs
  // least, and a browser that gets no reason tries again later.
  preValidation: async (request: FastifyRequest) => {
    mayOpen(request);
    const tcp = request.raw.socket;
    // A connection that has ended already would never give its place back.
    if (request.ws && !tcp.destroyed) tcp.once("close", limiter.take(networkOf(request.ip)));
  },
  // From here on nothing is answered over HTTP: the answer and its request would stay in memory as long as the socket.
  preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.ws) reply.raw.detachSocket(request.raw.socket);
  },
});

/** After all channels are closed: lets the process end. */
export function cutSockets(app: FastifyInstance): void {
  // They are read again, so that clients which answer the close end at once; the others are cut, so that the process
  // can end.
  for (const socket of app.websocketServer.clients) socket.resume();
  setTimeout(() => {
    for (const socket of app.websocketServer.clients) socket.terminate();
  }, CUT_AFTER_MS).unref();
}
