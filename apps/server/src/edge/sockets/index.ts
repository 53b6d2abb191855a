/**
 * The three sockets as one Fastify plugin: upgrade, origin, who is asking, how many at once; ended tokens close their
 * sockets; at the end of the process all are told that the server restarts.
 */
import websocket from "@fastify/websocket";
import { CLOSE, SOCKET } from "@reelcast/contract";
import type { IceServer, SocketName } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import type { Accounts } from "../../accounts/index.ts";
import type { Bus, Topics } from "../../bus/bus.ts";
import type { Floor } from "../../floor/index.ts";
import type { Guard } from "../guard.ts";
import { createGameSocket } from "./game.ts";
import { createJackpotFeed } from "./jackpots.ts";
import { createNotifications } from "./notifications.ts";
import { serveRpc } from "./rpc.ts";
import type { Channel, Handlers } from "./rpc.ts";

/** Several tabs and devices of one player, each with up to three sockets. */
const MAX_SOCKETS_PER_PLAYER = 24;

export interface SocketParts {
  guard: Guard;
  accounts: Pick<Accounts, "verify">;
  floor: Pick<Floor, "sit" | "openSession">;
  balance: (playerId: number) => Promise<number>;
  /** What of the player's money is being checked, minor units. */
  checking: (playerId: number) => Promise<number>;
  jackpots: () => Promise<readonly Topics["jackpot"][]>;
  /** Players whose notification sockets are open: at once when they open, then every minute. */
  seen?: (playerIds: readonly number[]) => void;
  bus: Bus;
  log: Logger;
  videoUrl: (machineId: number, epoch: number) => string;
  iceServers: (playerId: number) => IceServer[];
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
}

export function sockets(parts: SocketParts): FastifyPluginAsync {
  const { guard, accounts, floor, bus, log } = parts;
  const verify = (token: string) => accounts.verify(token);
  const game = createGameSocket({ bus, floor, verify, videoUrl: parts.videoUrl, iceServers: parts.iceServers });
  const notifications = createNotifications({
    bus,
    balance: parts.balance,
    checking: parts.checking,
    openSession: (playerId) => floor.openSession(playerId),
    ...(parts.seen === undefined ? {} : { seen: parts.seen }),
  });
  const jackpots = createJackpotFeed({ bus, jackpots: parts.jackpots });
  const byPlayer = new Map<number, Set<Channel>>();

  const unsubscribe = bus.subscribe("player.ended", ({ playerId, tokenIds, except, reason }) => {
    for (const channel of byPlayer.get(playerId) ?? []) {
      const { tokenId } = channel.who;
      if (tokenId !== except && (tokenIds === null || tokenIds.includes(tokenId)))
        channel.close(CLOSE.tokenInvalid, reason);
    }
  });

  function serve<S extends SocketName>(
    app: FastifyInstance,
    name: S,
    feed: { handlers: Handlers<S>; onClose: (channel: Channel) => void },
  ): void {
    app.get(
      `/ws/${name}`,
      {
        websocket: true,
        // An upgrade from a page of somebody else's is refused before it becomes a socket.
        preValidation: async (request) => guard.origin(request.headers),
      },
      (socket, request) => {
        const token = tokenOf(request);
        serveRpc({
          name,
          socket,
          ip: request.ip,
          authenticate: async () => {
            await guard.address(request);
            return guard.socketToken(token);
          },
          verify,
          handlers: feed.handlers,
          onOpen(channel) {
            const { playerId } = channel.who;
            const channels = byPlayer.get(playerId) ?? new Set();
            byPlayer.set(playerId, channels.add(channel));
            if (channels.size > MAX_SOCKETS_PER_PLAYER) channel.close(CLOSE.flood, "too many connections");
          },
          onClose(channel) {
            const channels = byPlayer.get(channel.who.playerId);
            channels?.delete(channel);
            if (channels?.size === 0) byPlayer.delete(channel.who.playerId);
            feed.onClose(channel);
          },
          log,
        });
      },
    );
  }

  return fp(
    async (app) => {
      await app.register(websocket, {
        options: { maxPayload: SOCKET.maxFrameBytes, perMessageDeflate: false },
        async preClose() {
          unsubscribe();
          for (const socket of app.websocketServer.clients) socket.close(CLOSE.restart, "the server restarts");
          // Those that don't say goodbye in time are cut, so that the process can end.
          setTimeout(() => {
            for (const socket of app.websocketServer.clients) socket.terminate();
          }, 500).unref();
          game.close();
          notifications.close();
          jackpots.close();
        },
      });
      serve(app, "game", game);
      serve(app, "notifications", notifications);
      serve(app, "jackpots", jackpots);
    },
    { name: "sockets" },
  );
}
