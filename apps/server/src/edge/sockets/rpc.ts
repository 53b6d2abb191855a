/**
 * One JSON-RPC 2.0 channel over one WebSocket: authentication, `init` first, a schema for every frame, limits on rate,
 * size, time and backlog, heartbeat. It knows no rules of play: the handlers carry the requests out.
 *
 * Nothing is read before the token is known to be valid, and nothing after the channel has ended: later frames stay
 * in the kernel. A handler completes the requests that it has begun; their answers are not sent any more.
 */
import { AppError, CLOSE, CodedError, ErrorCode, RPC, RpcRequest, SOCKET } from "@reelcast/contract";
import type { SOCKETS, SocketName } from "@reelcast/contract";
import type { Logger } from "pino";
import type { RawData, WebSocket } from "ws";
import type { output, ZodMiniType } from "zod/mini";
import type { PlayerIdentity } from "../../accounts/index.ts";
import { isDatabaseAway } from "../../storage/index.ts";
import { holdsUnstorable } from "../../unstorable.ts";
import { ClientRate } from "./clientRate.ts";
import { listenTo, startReading, stopReading } from "./listeners.ts";
import type { SocketEvents } from "./listeners.ts";
import { bytesOf, notification, parse, refusal } from "./messages.ts";
import type { Answer } from "./messages.ts";

/** A reader that is so far behind is cut: it reconnects and gets the whole state. */
const MAX_BACKLOG_BYTES = 1024 * 1024;
const MAX_IN_FLIGHT = 32;
const MAX_BATCH = 20;
/** The shortest time between two reports of a player's activity. */
const ACTIVITY_EVERY_MS = 60_000;

/** Who has opened a channel. */
export interface SocketUser {
  /** Seconds since 1970: the channel closes then. */
  readonly expiresAt: number;
}
/** The requests of a socket, as a contract describes them. */
export interface SocketShape {
  readonly requests: Readonly<Record<string, { readonly params: ZodMiniType; readonly result: ZodMiniType }>>;
}

export interface Channel<W extends SocketUser = PlayerIdentity> {
  readonly who: W;
  readonly ip: string;
  /** False once the socket is closing: nothing is sent any more, and nothing may be begun. */
  readonly open: boolean;
  /** Bytes that the client has not read yet. */
  readonly backlog: number;
  /** The client answers heartbeats, and nothing at all has arrived from it for two seconds. */
  readonly unresponsive: boolean;
  /** What arrives now was sent later than this time of `performance.now()`: the client had received what was sent then. */
  readonly provenAt: number;
  /** Sends a ping whose answer moves `provenAt` on. Every WebSocket answers it by itself. */
  probe(): void;
  notify(method: string, params: object): void;
  /** Sends a frame that is ready, e.g. one that many sockets share. */
  sendFrame(frame: string | Buffer): void;
  close(code: number, reason: string): void;
}

export type HandlersOf<T extends SocketShape, W extends SocketUser> = {
  [M in Exclude<keyof T["requests"] & string, "ping" | "refresh" | "heartbeat">]: (
    params: output<T["requests"][M]["params"]>,
    channel: Channel<W>,
  ) => Promise<output<T["requests"][M]["result"]>>;
};
/** Of the players' sockets. */
export type Handlers<S extends SocketName> = HandlersOf<(typeof SOCKETS)[S], PlayerIdentity>;

/**
 * Checks a token, and calls `use` with its owner in the turn of the event loop in which it is known to be valid.
 * @throws AppError TokenInvalid, and whatever `use` throws
 */
export type TokenCheck<W extends SocketUser = PlayerIdentity> = (use: (who: W) => void) => Promise<void>;

/** What a channel asks of its user, and how logs name it. */
export interface UserKind<W extends SocketUser> {
  label: string;
  id: (who: W) => number;
}
export const PLAYER: UserKind<PlayerIdentity> = { label: "playerId", id: ({ playerId }) => playerId };

/** What all channels of one kind share. */
export interface RpcService<T extends SocketShape, W extends SocketUser> {
  name: string;
  requests: T["requests"];
  user: UserKind<W>;
  handlers: HandlersOf<T, W>;
  /** For `refresh`, of sockets that have it: a token of the same user. @param sender the user of this channel */
  verify?: (token: string, sender: W) => TokenCheck<W>;
  /** Called once the token is known to be valid and before any request is read. May close the channel. */
  onOpen?: (channel: Channel<W>) => void;
  /** Called once, after `onOpen`, as soon as nothing is read any more: this may be before the connection has ended. */
  onClose?: (channel: Channel<W>) => void;
  /** Called once, for every channel, when the connection has ended. @param code with which this side or the client closed it */
  onEnd?: (channel: RpcChannel<T, W>, code: number) => void;
  /**
   * The user did something on this channel; at most once a minute of each. `ping`, `heartbeat`, `refresh`, `init` and
   * `show` don't count: a client sends them by itself, `init` after each lost connection.
   */
  onActivity?: (who: W) => void;
  log: Logger;
  now?: () => number;
}

/** One connection. */
export interface RpcConnection<W extends SocketUser> {
  socket: WebSocket;
  ip: string;
  /** `end` ends the sending direction once everything is sent, so that the client sees the end at once. */
  tcp: { end(): unknown };
  /** The token of the address. */
  authenticate: TokenCheck<W>;
}

/** The same request may succeed later. */
const isNotReady = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === ErrorCode.ServiceUnavailable);

type Requests = Record<string, { params: { safeParse(value: unknown): { success: boolean; data?: unknown } } }>;

/**
 * Serves one socket from its construction until it closes. Never throws. Most channels are quiet, and many: what only a
 * client that sends needs is made when it sends.
 */
export class RpcChannel<T extends SocketShape, W extends SocketUser = PlayerIdentity>
  implements Channel<W>, SocketEvents
{
  readonly ip: string;
  readonly #service: RpcService<T, W>;
  readonly #socket: WebSocket;
  readonly #tcp: RpcConnection<W>["tcp"];
  /** Null while the client is quiet. */
  #rate: ClientRate | null = null;
  /** Null until the token is known to be valid. */
  #who: W | null = null;
  #ended = false;
  #initialised = false;
  #inFlight = 0;
  /** When `init` must have come. */
  #initBy: number;
  #lastReceivedAt: number;
  #pingAt: number;
  #activeAt = -Infinity;
  #answersHeartbeats = false;
  #provenAt = performance.now();
  /** With which this side has closed it. */
  #closedWith: number | undefined;

  constructor(service: RpcService<T, W>, { socket, ip, tcp, authenticate }: RpcConnection<W>) {
    this.ip = ip;
    this.#service = service;
    this.#socket = socket;
    this.#tcp = tcp;
    const now = this.#now();
    this.#initBy = now + SOCKET.initWithinMs;
    this.#lastReceivedAt = now;
    this.#pingAt = now + SOCKET.pingEveryMs;
    socket.pause();
    listenTo(socket, this);
    authenticate((who) => this.#admit(who)).catch((error: unknown) => this.#refuse(error));
  }

  #now(): number {
    return (this.#service.now ?? Date.now)();
  }

  get who(): W {
    if (!this.#who) throw new Error("the token has not been checked yet");
    return this.#who;
  }
  get open(): boolean {
    return !this.#ended && this.#socket.readyState === this.#socket.OPEN;
  }
  get backlog(): number {
    return this.#socket.bufferedAmount;
  }
  get unresponsive(): boolean {
    return this.#answersHeartbeats && this.#now() - this.#lastReceivedAt > SOCKET.silentAfterMs;
  }
  get provenAt(): number {
    return this.#provenAt;
  }
  probe(): void {
    if (this.#mayWrite()) this.#socket.ping(String(performance.now()));
  }
  notify(method: string, params: object): void {
    this.sendFrame(notification(method, params));
  }
  sendFrame(frame: string | Buffer): void {
    if (this.#mayWrite()) this.#socket.send(frame, { binary: false });
  }
  close(code: number, reason: string): void {
    if (this.#ended) return;
    this.#closedWith = code;
    this.#leave();
    this.#socket.close(code, reason);
    // The client's answer to the close is not read either.
    this.#socket.pause();
    this.#tcp.end();
    setTimeout(() => this.#socket.terminate(), SOCKET.closeWithinMs).unref();
  }

  /** Acts on deadlines that have passed; to be called about every second. */
  sweep(): void {
    const now = this.#now();
    // The client is closing, or has closed.
    if (!this.open) this.close(1000, "");
    else if (!this.#initialised && now >= this.#initBy) this.close(CLOSE.policy, "no init");
    else if (this.#isExpired()) this.close(CLOSE.tokenInvalid, "the token expired");
    else if (now - this.#lastReceivedAt > SOCKET.deadAfterMs) this.#cut();
    else if (now >= this.#pingAt) {
      this.#pingAt = now + SOCKET.pingEveryMs;
      this.#socket.ping();
    }
    if (this.#rate?.isIdle()) this.#rate = null;
  }

  // ——— what the socket reports ———

  received(data: RawData, isBinary: boolean): void {
    const { log, name } = this.#service;
    this.#receive(bytesOf(data), isBinary).catch((error: unknown) =>
      log.error({ err: error, socket: name }, "a frame failed"),
    );
  }
  pinged(bytes: Buffer): void {
    if (this.#countFrame(bytes.length) === 0 && this.#mayWrite()) this.#socket.pong(bytes);
  }
  ponged(bytes: Buffer): void {
    if (this.#countFrame(bytes.length) === null) return;
    const sentAt = Number(bytes.toString("latin1"));
    // A client may send whatever it likes: nothing from the future, and nothing that is no time.
    if (sentAt > this.#provenAt && sentAt <= performance.now()) this.#provenAt = sentAt;
  }
  failed(error: Error): void {
    this.#service.log.debug({ err: error, socket: this.#service.name }, "socket error");
    this.#cut();
  }
  ended(received: number): void {
    this.#leave();
    this.#service.onEnd?.(this, this.#closedWith ?? received);
  }

  /** The end, whatever its cause. */
  #leave(): void {
    if (this.#ended) return;
    this.#ended = true;
    stopReading(this.#socket);
    if (this.#who) this.#service.onClose?.(this);
  }
  /** Ends without a close frame. */
  #cut(): void {
    this.#leave();
    this.#socket.terminate();
  }
  #mayWrite(): boolean {
    if (!this.open) return false;
    if (this.backlog <= MAX_BACKLOG_BYTES) return true;
    this.#warn("a reader fell too far behind");
    this.#cut();
    return false;
  }
  #warn(message: string): void {
    const { log, name } = this.#service;
    log.warn({ socket: name, ...this.#userForLog(), ip: this.ip }, message);
  }

  #userForLog(): Record<string, number> {
    const { label, id } = this.#service.user;
    return this.#who ? { [label]: id(this.#who) } : {};
  }

  // ——— authentication ———

  #admit(who: W): void {
    if (!this.open) return;
    this.#who = who;
    this.#service.onOpen?.(this);
    if (!this.open) return;
    startReading(this.#socket);
    this.#socket.resume();
  }
  #refuse(error: unknown): void {
    const { log, name } = this.#service;
    if (!(error instanceof AppError)) log.error({ err: error, socket: name }, "a socket's token could not be checked");
    // It is not known whether the token is valid: the client finds out when it reconnects.
    if (isNotReady(error)) this.close(CLOSE.restart, "not ready");
    else if (!(error instanceof AppError)) this.close(CLOSE.internal, "an error");
    else if (error.status === 403) this.close(CLOSE.notPermitted, "not permitted");
    else if (error.status === 429) this.close(CLOSE.flood, "too many connections");
    else {
      const expired = error.params["reason"] === "expired";
      this.close(CLOSE.tokenInvalid, expired ? "the token expired" : "the token is not valid");
    }
  }
  #isExpired(): boolean {
    return this.#who !== null && this.#who.expiresAt * 1000 <= this.#now();
  }

  // ——— rate ———

  /** Counts one frame before it is parsed. Returns the same as `#take`. */
  #countFrame(bytes: number): number | null {
    this.#lastReceivedAt = this.#now();
    this.#rate ??= new ClientRate(this.#service.now ?? Date.now);
    if (!this.#rate.takeBytes(bytes)) {
      this.#warn("a client sent too many bytes");
      this.#cut();
      return null;
    }
    return this.#take(1);
  }
  /** Returns 0, or the ms until so many requests are allowed; null if the socket was closed for too many refusals. */
  #take(count: number): number | null {
    this.#rate ??= new ClientRate(this.#service.now ?? Date.now);
    const wait = this.#rate.takeRequests(count);
    if (wait !== null) return wait;
    this.#warn("a client sent too many requests");
    this.close(CLOSE.policy, "too many requests");
    return null;
  }

  // ——— requests ———

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const first = this.#countFrame(data.length);
    if (first === null) return;
    if (isBinary) return this.close(1003, "text frames only");
    const message = parse(data.toString());
    // A batch is as many requests as it holds.
    const rest = Array.isArray(message) && message.length > 1 ? this.#take(message.length - 1) : 0;
    if (rest === null) return;
    const wait = Math.max(first, rest);
    if (wait > 0) {
      const id = (message as { id?: unknown } | null | undefined)?.id;
      const known = typeof id === "string" || typeof id === "number" ? id : null;
      return this.#send(
        refusal(known, RPC.application, new AppError(ErrorCode.TooManyRequests, { seconds: Math.ceil(wait / 1000) })),
      );
    }
    if (message === undefined) return this.#send(refusal(null, RPC.parseError, new AppError(ErrorCode.InvalidRequest)));
    if (!Array.isArray(message)) {
      const single = await this.#answer(message);
      return single ? this.#send(single) : undefined;
    }
    if (message.length === 0 || message.length > MAX_BATCH) {
      return this.#send(refusal(null, RPC.invalidRequest, new AppError(ErrorCode.InvalidRequest)));
    }
    const answers = (await Promise.all(message.map((entry) => this.#answer(entry)))).filter((one) => one !== null);
    if (answers.length > 0) this.#send(answers);
  }
  #send(answers: Answer | Answer[]): void {
    const { log, name } = this.#service;
    for (const answer of [answers].flat()) {
      if (!("error" in answer)) continue;
      // Refusals are normal in play: for example a press that comes too early.
      const { code } = answer.error.data;
      log.debug({ socket: name, code, ...this.#userForLog(), ip: this.ip }, "refused");
    }
    this.sendFrame(JSON.stringify(answers));
  }

  /** Null for a notification, and once the channel has ended. */
  async #answer(raw: unknown): Promise<Answer | null> {
    // The sweep would find it within a second; a request must not be carried out until then.
    if (this.#isExpired()) this.close(CLOSE.tokenInvalid, "the token expired");
    if (!this.open) return null;
    const { name, log } = this.#service;
    const requests: Requests = this.#service.requests;
    const request = RpcRequest.safeParse(raw);
    if (!request.success) return refusal(null, RPC.invalidRequest, new AppError(ErrorCode.InvalidRequest));
    const { id = null, method, params } = request.data;
    if (!Object.hasOwn(requests, method)) return refusal(id, RPC.methodNotFound, new AppError(ErrorCode.NotFound));
    if (holdsUnstorable(params)) return refusal(id, RPC.invalidParams, new AppError(ErrorCode.TextNotStorable));
    const parsed = requests[method]?.params.safeParse(params);
    if (!parsed?.success) return refusal(id, RPC.invalidParams, new AppError(ErrorCode.InvalidRequest));
    if (this.#inFlight >= MAX_IN_FLIGHT)
      return refusal(id, RPC.application, new AppError(ErrorCode.TooManyRequests, { seconds: 1 }));
    this.#inFlight += 1;
    try {
      const result = await this.#carryOut(method, parsed.data);
      // A client presses once it has this answer: it knows the controls from it.
      if (method === "init") this.#provenAt = performance.now();
      return request.data.id === undefined ? null : { jsonrpc: "2.0", id, result };
    } catch (error) {
      if (error instanceof CodedError) return refusal(id, RPC.application, error);
      if (isDatabaseAway(error)) {
        log.warn({ err: error, socket: name, method }, "the database did not answer a request");
        return refusal(id, RPC.application, new AppError(ErrorCode.ServiceUnavailable));
      }
      log.error({ err: error, socket: name, method, ...this.#userForLog() }, "a request failed");
      return refusal(id, RPC.internal, new AppError(ErrorCode.InternalError));
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #carryOut(method: string, params: unknown): Promise<unknown> {
    if (method === "ping") return { at: this.#now() };
    if (method === "heartbeat") {
      this.#answersHeartbeats = true;
      return {};
    }
    if (method === "refresh") {
      const { verify, user } = this.#service;
      await verify?.(
        (params as { token: string }).token,
        this.who,
      )((fresh) => {
        if (user.id(fresh) !== user.id(this.who)) throw new AppError(ErrorCode.NotPermitted);
        this.#who = fresh;
      });
      return {};
    }
    // `init` must come first, and once.
    if ((method === "init") === this.#initialised) throw new AppError(ErrorCode.Conflict);
    if (method === "init") this.#initialised = true;
    else if (method !== "show") this.#reportActivity();
    try {
      const { handlers } = this.#service;
      const handler = handlers[method as keyof HandlersOf<T, W>] as (
        params: unknown,
        channel: Channel<W>,
      ) => Promise<unknown>;
      return await handler(params, this);
    } catch (error) {
      if (method === "init") {
        this.#initialised = false;
        this.#initBy = this.#now() + SOCKET.initWithinMs;
      }
      throw error;
    }
  }
  #reportActivity(): void {
    if (this.#now() - this.#activeAt < ACTIVITY_EVERY_MS) return;
    this.#activeAt = this.#now();
    this.#service.onActivity?.(this.who);
  }
}
