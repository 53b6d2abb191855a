/**
 * The three sockets as one Fastify plugin: upgrade, origin, who is asking, how many at once; ended tokens close their
 * sockets; at the end of the process all are told that the server restarts.
 */
import websocket from "@fastify/websocket";
import { AppError, CLOSE, ErrorCode, SOCKET } from "@reelcast/contract";
import type { IceServer, SocketName } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import { networkOf } from "../../accounts/index.ts";
import type { Accounts, Who } from "../../accounts/index.ts";
import type { Bus, Topics } from "../../bus/bus.ts";
import type { Floor } from "../../floor/index.ts";
import { createQueue } from "../../queue.ts";
import type { Guard } from "../guard.ts";
import { createGameSocket } from "./game.ts";
import { createJackpotFeed } from "./jackpots.ts";
import { createNotifications } from "./notifications.ts";
import { SocketLimiter } from "./socketLimiter.ts";
import type { SocketLimits } from "./socketLimiter.ts";
import { RpcChannel } from "./rpc.ts";
import type { Channel, Handlers, TokenCheck } from "./rpc.ts";

/** Several tabs and devices of one player, each with up to three sockets. */
const MAX_SOCKETS_PER_PLAYER = 24;
/** Tokens in messages of one player: each is a query, and a client with 24 sockets could ask a thousand a second. */
const PLAYER_TOKEN_CHECKS = { atOnce: 2, waiting: 2 * MAX_SOCKETS_PER_PLAYER };
const SWEEP_EVERY_MS = 1_000;
/** What `ws` sees to by itself. A message of 16 KiB comes in far fewer pieces; pings are answered in rpc.ts, within the rate. */
const WS_OPTIONS = {
  maxPayload: SOCKET.maxFrameBytes,
  maxFragments: 32,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  autoPong: false,
  // Of those that close by themselves; its types don't know it yet.
  closeTimeout: SOCKET.closeWithinMs,
};

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
  /** A player asked for something at a seat; at most once a minute for each socket. */
  onActivity?: (who: Who) => void;
  limits: SocketLimits;
  bus: Bus;
  log: Logger;
  videoUrl: (machineId: number, epoch: number) => string;
  iceServers: (playerId: number) => IceServer[];
}

type Ending = Topics["player.ended"];
const isEnded = ({ playerId, tokenIds, except }: Ending, who: Who) =>
  who.playerId === playerId && who.tokenId !== except && (tokenIds === null || tokenIds.includes(who.tokenId));

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
}

export function sockets(parts: SocketParts): FastifyPluginAsync {
  const { guard, accounts, floor, bus, log } = parts;
  const tokenChecks = createQueue(PLAYER_TOKEN_CHECKS);
  const verify = (token: string, { playerId }: Who) => tokenChecks.run(String(playerId), () => accounts.verify(token));
  const game = createGameSocket({ bus, floor, verify, videoUrl: parts.videoUrl, iceServers: parts.iceServers });
  const notifications = createNotifications({
    bus,
    balance: parts.balance,
    checking: parts.checking,
    openSession: (playerId) => floor.openSession(playerId),
    ...(parts.seen === undefined ? {} : { seen: parts.seen }),
  });
  const jackpots = createJackpotFeed({ bus, jackpots: parts.jackpots });
  const limiter = new SocketLimiter(parts.limits);
  const channels = new Set<Pick<RpcChannel<SocketName>, "sweep" | "close">>();
  const byPlayer = new Map<number, Set<Channel>>();
  /** For each check of a token that is under way: what ended meanwhile. */
  const checks = new Set<Ending[]>();

  const unsubscribe = bus.subscribe("player.ended", (ending) => {
    for (const endings of checks) endings.push(ending);
    for (const channel of byPlayer.get(ending.playerId) ?? [])
      if (isEnded(ending, channel.who)) channel.close(CLOSE.tokenInvalid, ending.reason);
  });
  const sweep = setInterval(() => {
    for (const channel of channels) channel.sweep();
  }, SWEEP_EVERY_MS);
  sweep.unref();

  /** A token that ends while it is checked may have been found good a moment before. */
  const whileItHolds =
    (check: () => Promise<Who>): TokenCheck =>
    async (use) => {
      const endings: Ending[] = [];
      checks.add(endings);
      try {
        const who = await check();
        if (endings.some((ending) => isEnded(ending, who)))
          throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
        use(who);
      } finally {
        checks.delete(endings);
      }
    };

  function serve<S extends SocketName>(
    app: FastifyInstance,
    name: S,
    feed: { handlers: Handlers<S>; onClose: (channel: Channel) => void },
  ): void {
    const service = {
      name,
      handlers: feed.handlers,
      verify: (token: string, who: Who) => whileItHolds(() => verify(token, who)),
      onOpen(channel: Channel) {
        const { playerId } = channel.who;
        const own = byPlayer.get(playerId) ?? new Set();
        byPlayer.set(playerId, own.add(channel));
        if (own.size > MAX_SOCKETS_PER_PLAYER) channel.close(CLOSE.flood, "too many connections");
      },
      onClose(channel: Channel) {
        const own = byPlayer.get(channel.who.playerId);
        own?.delete(channel);
        if (own?.size === 0) byPlayer.delete(channel.who.playerId);
        feed.onClose(channel);
      },
      ...(parts.onActivity === undefined ? {} : { onActivity: parts.onActivity }),
      log,
    };
    app.get(
      `/ws/${name}`,
      {
        websocket: true,
        config: { counts: "socket" },
        // An upgrade from a page of somebody else's, or one too many, is refused before it becomes a socket: that costs least,
        // and a browser that is not told why tries again later, as it should.
        preValidation: async (request) => {
          guard.origin(request.headers);
          const tcp = request.raw.socket;
          // One that has gone already would never give its place back.
          if (request.ws && !tcp.destroyed) tcp.once("close", limiter.take(networkOf(request.ip)));
        },
        // From here on nothing is answered over HTTP: the answer would be kept in memory, with its request, as long as the socket.
        preHandler: async (request, reply) => {
          if (request.ws) reply.raw.detachSocket(request.raw.socket);
        },
      },
      (socket, request) => {
        // The plugin's own listener keeps them too; the channel has one of its own.
        socket.removeAllListeners("error");
        const token = tokenOf(request);
        const { ip } = request;
        const tcp = request.raw.socket;
        const check = async () => {
          // A refused handshake would tell a browser nothing: these are accepted, and closed with the reason.
          guard.mustBeToken(token);
          return limiter.check(networkOf(ip), async () => {
            await guard.address(request);
            return guard.socketToken(token);
          });
        };
        const channel = new RpcChannel(service, {
          socket,
          ip,
          hangUp: () => tcp.end(),
          authenticate: whileItHolds(check),
        });
        channels.add(channel);
        socket.once("close", () => channels.delete(channel));
      },
    );
  }

  return fp(
    async (app) => {
      await app.register(websocket, {
        options: WS_OPTIONS,
        async preClose() {
          unsubscribe();
          clearInterval(sweep);
          for (const channel of channels) channel.close(CLOSE.restart, "the server restarts");
          // They are read again, so that clients which answer the close are gone at once; the others are cut, so that the process can end.
          for (const socket of app.websocketServer.clients) socket.resume();
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
