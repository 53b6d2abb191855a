/**
 * The three sockets as one Fastify plugin: upgrade, origin, authentication, limits. At the end of the process all
 * are closed with the code for a restart.
 */
import websocket from "@fastify/websocket";
import { CLOSE, SOCKETS } from "@reelcast/contract";
import type { IceServer, SocketName } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { networkOf } from "../../networkOf.ts";
import type { Accounts, PlayerIdentity } from "../../accounts/index.ts";
import type { Bus, Topics } from "../../bus/bus.ts";
import type { FloorService } from "../../floor/index.ts";
import type { Counter, Gauge, Histogram } from "../../metrics/index.ts";
import { createQueue } from "../../queue.ts";
import type { Guard } from "../guard.ts";
import { MAX_SOCKETS_PER_PLAYER, OpenChannels } from "./channels.ts";
import { createGameSocket } from "./game.ts";
import { createJackpotFeed } from "./jackpots.ts";
import { keepCheckingLogins } from "./loginCheck.ts";
import { createNotifications } from "./notifications.ts";
import type { ShownFloor } from "./shownMachines.ts";
import type { NotificationParts } from "./notifications.ts";
import { SocketLimiter } from "./socketLimiter.ts";
import type { SocketLimits } from "./socketLimiter.ts";
import { WS_OPTIONS, cutSockets, upgradeRoute } from "./upgrade.ts";
import type { VideoMetrics } from "./videoReports.ts";
import { PLAYER, RpcChannel } from "./rpc.ts";
import type { Channel, Handlers, RpcService } from "./rpc.ts";

/** Tokens in messages of one player: each is a query, and a client with 24 sockets could cause a thousand a second. */
const PLAYER_TOKEN_CHECKS = { atOnce: 2, waiting: 2 * MAX_SOCKETS_PER_PLAYER };
/** Close codes that are counted one by one; a client may send any other. */
const COUNTED_CODES: ReadonlySet<number> = new Set([...Object.values(CLOSE), 1000, 1001, 1002, 1003, 1005, 1006, 1009]);

export interface SocketMetrics extends VideoMetrics {
  sockets: Gauge<"socket">;
  socketCloses: Counter<"socket" | "code">;
  pressDuration: Histogram<"outcome">;
}

export interface SocketParts {
  /** Calls back when this process gives its players to others, with the time over which it does, ms; null: not any more. */
  onLeaving?: ((listener: (withinMs: number | null) => void) => () => void) | undefined;
  guard: Guard;
  accounts: Pick<Accounts, "verify" | "endedAmong">;
  floor: ShownFloor & Pick<FloorService, "sit" | "openSession" | "endOf">;
  balance: NotificationParts["balance"];
  /** How much of the player's money is being checked, minor units. */
  checking: (playerId: number) => Promise<number>;
  jackpots: () => Promise<readonly Topics["jackpot"][]>;
  chatsChangedWithin: NotificationParts["chatsChangedWithin"];
  space?: NonNullable<NotificationParts["space"]>;
  settings?: NonNullable<NotificationParts["settings"]>;
  /** Players whose notification sockets are open: at once when they open, then every minute. */
  seen?: (playerIds: readonly number[]) => void;
  /** A player sent a request of a seat; at most once a minute for each socket. */
  onActivity?: (who: PlayerIdentity) => void;
  limits: SocketLimits;
  bus: Bus;
  log: Logger;
  videoUrl: (machineId: number, epoch: number) => string;
  iceServers: (playerId: number) => IceServer[];
  metrics?: SocketMetrics;
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
}

/** What all requests of one socket name go to. */
interface Feed<S extends SocketName> {
  handlers: Handlers<S>;
  onClose: (channel: Channel) => void;
}

/** One address, and the channels that its upgrades become. */
class SocketRoute<S extends SocketName> {
  readonly #parts: SocketParts;
  readonly #limiter: SocketLimiter;
  readonly #channels: OpenChannels;
  readonly #name: S;
  readonly #service: RpcService<(typeof SOCKETS)[S], PlayerIdentity>;
  #open = 0;

  constructor(
    name: S,
    feed: Feed<S>,
    shared: {
      parts: SocketParts;
      limiter: SocketLimiter;
      channels: OpenChannels;
      verify: (token: string, sender: PlayerIdentity) => Promise<PlayerIdentity>;
    },
  ) {
    const { parts, limiter, channels, verify } = shared;
    this.#parts = parts;
    this.#limiter = limiter;
    this.#channels = channels;
    this.#name = name;
    this.#service = {
      name,
      requests: SOCKETS[name].requests,
      user: PLAYER,
      handlers: feed.handlers,
      verify: (token, sender) => channels.whileItHolds(() => verify(token, sender)),
      onOpen: (channel) => channels.join(channel),
      onClose(channel) {
        channels.leave(channel);
        feed.onClose(channel);
      },
      onEnd: (channel, code) => this.#ended(channel, code),
      ...(parts.onActivity === undefined ? {} : { onActivity: parts.onActivity }),
      log: parts.log,
    };
  }

  /** Name, and how many are open. */
  get open(): [{ socket: S }, number] {
    return [{ socket: this.#name }, this.#open];
  }

  declareOn(app: FastifyInstance): void {
    app.get(
      `/ws/${this.#service.name}`,
      upgradeRoute(this.#limiter, ({ headers }) => this.#parts.guard.origin(headers)),
      (socket, request) => this.#serve(socket, request),
    );
  }

  #serve(socket: WebSocket, request: FastifyRequest): void {
    // The plugin's own listener would keep them; the channel has its own.
    socket.removeAllListeners("error");
    // No function of this method may use the request: the channel would keep it, with its headers, as long as the socket.
    const channel = new RpcChannel(this.#service, {
      socket,
      ip: request.ip,
      tcp: request.raw.socket,
      authenticate: this.#channels.whileItHolds(this.#checkOf(request)),
    });
    this.#channels.add(channel);
    this.#open += 1;
  }

  /** The check of the token in the address. */
  #checkOf(request: FastifyRequest): () => Promise<PlayerIdentity> {
    const { guard } = this.#parts;
    const token = tokenOf(request);
    return async () => {
      // A browser learns nothing from a refused handshake: these are accepted, and closed with the reason.
      guard.mustBeToken(token);
      return this.#limiter.check(networkOf(request.ip), async () => {
        await guard.address(request);
        return guard.socketToken(token);
      });
    };
  }

  #ended(channel: RpcChannel<(typeof SOCKETS)[S]>, code: number): void {
    this.#open -= 1;
    this.#channels.remove(channel);
    this.#parts.metrics?.socketCloses.add({
      socket: this.#service.name,
      code: COUNTED_CODES.has(code) ? String(code) : "other",
    });
  }
}

export function sockets(parts: SocketParts): FastifyPluginAsync {
  const { accounts, floor, bus, log } = parts;
  const channels = new OpenChannels((playerId) => bus.follow("player", playerId));
  const tokenChecks = createQueue(PLAYER_TOKEN_CHECKS);
  const verify = (token: string, { playerId }: PlayerIdentity) =>
    tokenChecks.run(String(playerId), () => accounts.verify(token));
  const { videoUrl, iceServers, metrics } = parts;
  const game = createGameSocket({ bus, floor, verify, videoUrl, iceServers, metrics });
  const notifications = createNotifications({
    bus,
    machines: floor,
    balance: parts.balance,
    checking: parts.checking,
    openSession: (playerId) => floor.openSession(playerId),
    endOf: (playerId, sessionId) => floor.endOf(playerId, sessionId),
    chatsChangedWithin: parts.chatsChangedWithin,
    ...(parts.space === undefined ? {} : { space: parts.space }),
    ...(parts.settings === undefined ? {} : { settings: parts.settings }),
    ...(parts.seen === undefined ? {} : { seen: parts.seen }),
  });
  const jackpots = createJackpotFeed({ bus, jackpots: parts.jackpots, whoSees: () => floor.whoSees() });
  const shared = { parts, limiter: new SocketLimiter(parts.limits), channels, verify };
  const subscriptions = [
    bus.subscribe("player.ended", (ending) => channels.end(ending)),
    keepCheckingLogins({ logins: () => channels.logins(), endedAmong: (ids) => accounts.endedAmong(ids), bus, log }),
    parts.onLeaving?.((withinMs) => {
      if (withinMs === null) channels.undoDrain();
      else channels.drain(withinMs);
    }),
  ];
  const routes = [
    new SocketRoute("game", game, shared),
    new SocketRoute("notifications", notifications, shared),
    new SocketRoute("jackpots", jackpots, shared),
  ] as const;
  metrics?.sockets.read(() => routes.map((route) => route.open));

  return fp(
    async (app) => {
      await app.register(websocket, {
        options: WS_OPTIONS,
        async preClose() {
          for (const end of subscriptions) end?.();
          channels.closeAll(CLOSE.restart, "the server restarts");
          cutSockets(app);
          game.close();
          notifications.close();
          jackpots.close();
        },
      });
      for (const route of routes) route.declareOn(app);
    },
    { name: "sockets" },
  );
}
