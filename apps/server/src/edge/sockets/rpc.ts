/**
 * One JSON-RPC 2.0 channel over one WebSocket: who is asking, `init` first, schema on every frame, limits on rate,
 * size, time and backlog, heartbeat. Knows no rule of play: what a request does is in the handlers that it is given.
 */
import { AppError, CLOSE, RPC, RpcRequest, SOCKET, SOCKETS } from "@reelcast/contract";
import type { SocketName, SocketParams, SocketRequest, SocketResult } from "@reelcast/contract";
import type { Logger } from "pino";
import type { RawData, WebSocket } from "ws";
import type { Who } from "../../accounts/index.ts";
import { isDatabaseAway } from "../../storage/index.ts";
import { createMeter } from "./meter.ts";

/** A reader that is so far behind is cut off: it comes back and is told the whole state. */
const MAX_BACKLOG_BYTES = 1024 * 1024;
const MAX_IN_FLIGHT = 32;
const MAX_BATCH = 20;
/** Refused frames in a row (within the same seconds) before the socket is closed. */
const MAX_REFUSED = 80;

export interface Channel {
  readonly who: Who;
  readonly ip: string;
  /** False once the socket is closing: what is sent then goes nowhere. */
  readonly open: boolean;
  /** Bytes that the reader has not taken yet. */
  readonly backlog: number;
  notify(method: string, params: object): void;
  /** Sends a frame that is ready, e.g. one that many sockets share. */
  sendFrame(frame: string | Buffer): void;
  close(code: number, reason: string): void;
}

export type Handlers<S extends SocketName> = {
  [M in Exclude<SocketRequest<S>, "ping" | "refresh">]: (
    params: SocketParams<S, M>,
    channel: Channel,
  ) => Promise<SocketResult<S, M>>;
};

export interface ServeOptions<S extends SocketName> {
  name: S;
  socket: WebSocket;
  ip: string;
  /** Resolves the token of the address. @throws AppError 40100 */
  authenticate: () => Promise<Who>;
  /** For `refresh`: a token of the same player. @throws AppError 40100 */
  verify: (token: string) => Promise<Who>;
  handlers: Handlers<S>;
  /** Called once the token is known to be good and before any request is carried out. May close the channel. */
  onOpen?: (channel: Channel) => void;
  /** Called once, after `onOpen`. */
  onClose?: (channel: Channel) => void;
  log: Logger;
  now?: () => number;
}

/** Not an answer: the same may be asked again later. */
const isNotReady = (error: unknown) => isDatabaseAway(error) || (error instanceof AppError && error.code === 50300);

/** `ws` hands a message over in one of three shapes. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString();
}

type Answer = { jsonrpc: "2.0"; id: string | number | null } & (
  { result: unknown } | { error: { code: number; message: string; data?: unknown } }
);

function refusal(id: string | number | null, code: number, error: AppError): Answer {
  return { jsonrpc: "2.0", id, error: { code, message: error.message, data: error.toAnswer() } };
}

export function notification(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

/** Serves one socket until it closes. Never throws. */
export function serveRpc<S extends SocketName>(options: ServeOptions<S>): void {
  const { socket, handlers, log, name } = options;
  const now = options.now ?? Date.now;
  const requests: Record<string, { params: { safeParse(value: unknown): { success: boolean; data?: unknown } } }> =
    SOCKETS[name].requests;
  const meter = createMeter({ perSecond: SOCKET.requestsPerSecond, now });
  let who: Who | null = null;
  let initialised = false;
  let inFlight = 0;
  let refused = 0;
  let heardAt = now();
  let expiry: NodeJS.Timeout | undefined;

  const send = (frame: string | Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BACKLOG_BYTES) {
      log.warn({ socket: name, playerId: who?.playerId }, "a reader fell too far behind");
      socket.terminate();
      return;
    }
    socket.send(frame, { binary: false });
  };
  const close = (code: number, reason: string) => socket.close(code, reason);

  function expireWith(token: Who): void {
    clearTimeout(expiry);
    const left = token.expiresAt * 1000 - now();
    // setTimeout takes at most 2^31 ms; no token lives that long.
    expiry = setTimeout(() => close(CLOSE.tokenInvalid, "the token expired"), Math.min(left, 2 ** 31 - 1));
    expiry.unref();
  }

  const admitted = options.authenticate().then(
    (token) => {
      if (socket.readyState !== socket.OPEN) return null;
      who = token;
      expireWith(token);
      const channel: Channel = {
        get who() {
          return who ?? token;
        },
        ip: options.ip,
        get open() {
          return socket.readyState === socket.OPEN;
        },
        get backlog() {
          return socket.bufferedAmount;
        },
        notify: (method, params) => send(notification(method, params)),
        sendFrame: send,
        close,
      };
      socket.once("close", () => options.onClose?.(channel));
      options.onOpen?.(channel);
      return channel;
    },
    (error: unknown) => {
      if (!(error instanceof AppError))
        log.error({ err: error, socket: name }, "a socket's token could not be checked");
      // Whether the token holds is not known: a client that comes back finds out.
      if (isNotReady(error)) close(CLOSE.restart, "not ready");
      else if (!(error instanceof AppError)) close(CLOSE.internal, "an error");
      else if (error.status === 403) close(CLOSE.notPermitted, "not permitted");
      else {
        const expired = error.params["reason"] === "expired";
        close(CLOSE.tokenInvalid, expired ? "the token expired" : "the token is not valid");
      }
      return null;
    },
  );

  async function carryOut(method: string, params: unknown, channel: Channel): Promise<unknown> {
    if (method === "ping") return { at: now() };
    if (method === "refresh") {
      const { token } = params as { token: string };
      const fresh = await options.verify(token);
      if (fresh.playerId !== channel.who.playerId) throw new AppError(40300);
      who = fresh;
      expireWith(fresh);
      return {};
    }
    // Steps out of order: `init` comes first, and once.
    if ((method === "init") === initialised) throw new AppError(40900);
    if (method === "init") initialised = true;
    try {
      const handler = handlers[method as keyof Handlers<S>] as (params: unknown, channel: Channel) => Promise<unknown>;
      return await handler(params, channel);
    } catch (error) {
      if (method === "init") initialised = false;
      throw error;
    }
  }

  /** Null for a notification, which gets no answer. */
  async function answer(raw: unknown, channel: Channel): Promise<Answer | null> {
    const request = RpcRequest.safeParse(raw);
    if (!request.success) return refusal(null, RPC.invalidRequest, new AppError(40000));
    const { id = null, method, params } = request.data;
    if (!Object.hasOwn(requests, method)) return refusal(id, RPC.methodNotFound, new AppError(40400));
    const parsed = requests[method]?.params.safeParse(params);
    if (!parsed?.success) return refusal(id, RPC.invalidParams, new AppError(40000));
    if (inFlight >= MAX_IN_FLIGHT) return refusal(id, RPC.application, new AppError(42900, { seconds: 1 }));
    inFlight += 1;
    try {
      const result = await carryOut(method, parsed.data, channel);
      return request.data.id === undefined ? null : { jsonrpc: "2.0", id, result };
    } catch (error) {
      if (error instanceof AppError) return refusal(id, RPC.application, error);
      if (isDatabaseAway(error)) {
        log.warn({ err: error, socket: name, method }, "the database did not answer a request");
        return refusal(id, RPC.application, new AppError(50300));
      }
      log.error({ err: error, socket: name, method, playerId: channel.who.playerId }, "a request failed");
      return refusal(id, RPC.internal, new AppError(50000));
    } finally {
      inFlight -= 1;
    }
  }

  async function receive(data: RawData, isBinary: boolean): Promise<void> {
    heardAt = now();
    if (isBinary) return close(1003, "text frames only");
    let message: unknown;
    try {
      message = JSON.parse(textOf(data));
    } catch {
      message = undefined;
    }
    const count = Array.isArray(message) ? Math.max(1, message.length) : 1;
    const wait = meter.take(count);
    if (wait > 0) {
      refused += count;
      if (refused > MAX_REFUSED) return close(CLOSE.policy, "too many requests");
      const id = (message as { id?: unknown } | undefined)?.id;
      const known = typeof id === "string" || typeof id === "number" ? id : null;
      return send(
        JSON.stringify(refusal(known, RPC.application, new AppError(42900, { seconds: Math.ceil(wait / 1000) }))),
      );
    }
    if (meter.full()) refused = 0;
    if (message === undefined) return send(JSON.stringify(refusal(null, RPC.parseError, new AppError(40000))));
    const channel = await admitted;
    if (!channel) return;
    if (!Array.isArray(message)) {
      const single = await answer(message, channel);
      if (single) send(JSON.stringify(single));
      return;
    }
    if (message.length === 0 || message.length > MAX_BATCH) {
      return send(JSON.stringify(refusal(null, RPC.invalidRequest, new AppError(40000))));
    }
    const answers = (await Promise.all(message.map((entry) => answer(entry, channel)))).filter((one) => one !== null);
    if (answers.length > 0) send(JSON.stringify(answers));
  }

  const initDeadline = setTimeout(() => {
    if (!initialised) close(CLOSE.policy, "no init");
  }, SOCKET.initWithinMs);
  const heartbeat = setInterval(() => {
    if (now() - heardAt > SOCKET.deadAfterMs) socket.terminate();
    else socket.ping();
  }, SOCKET.pingEveryMs);
  socket.on("pong", () => (heardAt = now()));
  socket.on("message", (data, isBinary) => {
    receive(data, isBinary).catch((error: unknown) => log.error({ err: error, socket: name }, "a frame failed"));
  });
  // A broken frame or one above the limit: `ws` closes by itself, with the fitting code.
  socket.on("error", (error) => log.debug({ err: error, socket: name }, "socket error"));
  socket.once("close", () => {
    clearTimeout(initDeadline);
    clearTimeout(expiry);
    clearInterval(heartbeat);
  });
}
