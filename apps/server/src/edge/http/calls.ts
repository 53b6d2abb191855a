/**
 * For whom a call counts, how many calls there may be in a minute, and how many are carried out at once. This depends on the
 * route that the router has found, never on the text of the address. A route that declares nothing, and an address without
 * a route, count for the caller's network.
 *
 * A call with a token that this server has signed counts for its player, from any address. So players who share an address
 * do not use up each other's calls, and a stranger at that address uses up none of theirs. Handshakes of sockets count for
 * the player of their ticket or token. Logins from a browser in which somebody has logged in before count for that browser;
 * all other logins of a network have a limit of their own.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { networkOf } from "../../networkOf.ts";
import { createQueue } from "../../queue.ts";
import { perMinute, RateLimiter } from "../../rateLimiter.ts";
import type { Guard } from "../guard.ts";
import { isForPage } from "./page.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For whom calls of this route count; absent: the network. */
    counts?: "caller" | "file" | "health" | "login" | "socket";
    /** Reads much of the database. */
    heavy?: boolean;
    /** The code behind it has queues of its own, by more than the caller: its calls are counted here, but do not wait here. */
    ownQueue?: boolean;
  }
}

/** Calls a minute. */
export interface CallLimits {
  /** Of one player, from all addresses. */
  player: number;
  /** Without a valid login, of one network; as many logins, and as many handshakes of sockets. */
  network: number;
  /** Pages and files of the app, of one network: a hall of a hundred players that opens the app at once. */
  files: number;
}
export const CALL_LIMITS: CallLimits = { player: 600, network: 600, files: 12_000 };

/** Logins a minute from one browser that has logged in before. */
const BROWSER_LOGINS = 30;
/** The database has 12 connections: no player takes more than a third of them. */
const PLAYER_AT_ONCE = { atOnce: 4, waiting: 60 };
const NETWORK_AT_ONCE = { atOnce: 8, waiting: 250 };
/** Of one network; so many files are open at once. As many may wait as have a connection. */
const FILES_AT_ONCE = { atOnce: 8, waiting: 5_000 };
const HEAVY_AT_ONCE = { atOnce: 2, waiting: 16 };

/** Gives all routes that a plugin declares after this call the same class. */
export function declareRoutes(app: FastifyInstance, config: { counts?: "caller" | "file"; heavy?: boolean }): void {
  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, ...config };
  });
}

/** A call that waits for places in queues, and frees them at its end. */
interface Turn {
  kind: "player" | "network" | "file";
  caller: string;
  places: (() => void)[];
  over: boolean;
}
function end(turn: Turn | undefined): void {
  if (!turn) return;
  turn.over = true;
  for (const leave of turn.places.splice(0)) leave();
}

const isSocket = (request: FastifyRequest) => "ws" in request && request.ws;

export interface Callers {
  /** The player, or the session of staff, of the token; null without one, for one of another issuer, and for a refused one. */
  callerOf: Guard["callerOf"];
  /** The browser; null if nobody has logged in with it before. */
  browserOf: (request: FastifyRequest) => string | null;
}

/**
 * @returns `countStranger`: for requests that the framework refuses before any hook runs. @throws AppError TooManyRequests
 */
export function limitCalls(
  app: FastifyInstance,
  { callerOf, browserOf }: Callers,
  limits: CallLimits = CALL_LIMITS,
): { countStranger: (request: FastifyRequest) => void } {
  const minute = (calls: number) => new RateLimiter(perMinute(calls));
  const limiters = {
    player: minute(limits.player),
    network: minute(limits.network),
    login: minute(limits.network),
    browser: minute(BROWSER_LOGINS),
    socket: minute(limits.network),
    file: minute(limits.files),
    // Calls through a proxy on this host must not use up the checks of its health.
    health: minute(limits.network),
  };
  const queues = {
    player: createQueue(PLAYER_AT_ONCE),
    network: createQueue(NETWORK_AT_ONCE),
    file: createQueue(FILES_AT_ONCE),
  };
  const heavy = createQueue(HEAVY_AT_ONCE);
  const turns = new WeakMap<FastifyRequest, Turn>();

  /** Null for a call that need not wait. @throws AppError TooManyRequests */
  async function count(request: FastifyRequest): Promise<Turn | null> {
    const network = networkOf(request.ip);
    const { counts } = request.is404 ? {} : request.routeOptions.config;
    if (counts === "health") {
      limiters.health.count(network);
      return null;
    }
    if (counts === "file" || (request.is404 && isForPage(request))) {
      limiters.file.count(network);
      return { kind: "file", caller: network, places: [], over: false };
    }
    if (counts === "login") {
      const browser = browserOf(request);
      if (browser === null) limiters.login.count(network);
      else limiters.browser.count(browser);
      return { kind: "network", caller: network, places: [], over: false };
    }
    const caller = counts === "caller" || counts === "socket" ? await callerOf(request) : null;
    if (caller === null) {
      limiters[counts === "socket" ? "socket" : "network"].count(network);
      return { kind: "network", caller: network, places: [], over: false };
    }
    limiters.player.count(caller);
    return { kind: "player", caller: String(caller), places: [], over: false };
  }

  app.addHook("onRequest", async (request) => {
    const turn = await count(request);
    if (turn) turns.set(request, turn);
  });
  // After the body has arrived, so that a client that sends it slowly has no place.
  app.addHook("preHandler", async (request, reply) => {
    const turn = turns.get(request);
    // Origin, place and token are checked for sockets' routes only, so no other address may become a socket.
    if (isSocket(request) && request.routeOptions.config.counts !== "socket") throw new AppError(ErrorCode.NotFound);
    // A socket has no answer that would free its places.
    if (!turn || isSocket(request) || request.routeOptions.config.ownQueue === true) return;
    reply.raw.once("close", () => end(turn));
    if (request.routeOptions.config.heavy === true) turn.places.push(await heavy.enter(turn.caller));
    if (!turn.over) turn.places.push(await queues[turn.kind].enter(turn.caller));
    if (!turn.over) return;
    // The client has closed the connection: the call is not carried out.
    end(turn);
    throw new AppError(ErrorCode.ServiceUnavailable);
  });
  // The work is done once there is an answer: a client that reads it slowly has no place.
  app.addHook("onSend", async (request) => end(turns.get(request)));
  return { countStranger: (request) => limiters.network.count(networkOf(request.ip)) };
}
