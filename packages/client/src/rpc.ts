/**
 * One of the contract's sockets, as JSON-RPC 2.0: opens with a single-use ticket, sends `init`, parses every message with the
 * contract's schemas, and reconnects when the connection is lost. Does not know what the messages mean.
 */
import { CLOSE, ErrorCode, SOCKET } from "@reelcast/contract";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import type * as z from "zod/mini";
import { nextConnection } from "./connection.ts";
import type { Connection, ConnectionEvent } from "./connection.ts";
import { ApiError, isApiError } from "./errors.ts";
import { PendingRequests } from "./pendingRequests.ts";
import { parseFrame } from "./rpcMessages.ts";
import type { RpcNotification } from "./rpcMessages.ts";
import { ServerClock } from "./serverClock.ts";
import { SilenceWatch } from "./silenceWatch.ts";
import type { RpcWebSocket, RpcTransport } from "./transport.ts";

const REQUEST_TIMEOUT_MS = 15_000;
/** A ping without an answer for so long means that the connection is lost. */
const PING_TIMEOUT_MS = 6_000;
/** A connection that is not open after so long is tried again: a dead network lets it wait for minutes. */
const OPEN_TIMEOUT_MS = 6_000;
/** What was sent just before has left by then, unless the line is held up. */
const SENT_WITHIN_MS = 100;
const LOOK_EVERY_MS = 10;
/** Has no id: it gets no answer. */
const HEARTBEAT = JSON.stringify({ jsonrpc: "2.0", method: "heartbeat" });
/** `WebSocket.OPEN` */
const OPEN = 1;
/** A refusal of `init` with one of these codes is temporary. */
const TEMPORARY: readonly (string | number)[] = [
  ErrorCode.ServiceUnavailable,
  ErrorCode.InternalError,
  ErrorCode.TooManyRequests,
];

/** A socket of the contract. Each has the requests `init` and `ping`. */
export interface SocketContract {
  readonly name: string;
  readonly requests: Readonly<Record<string, { params: z.ZodMiniType; result: z.ZodMiniType }>>;
  readonly notifications: Readonly<Record<string, z.ZodMiniType>>;
}
type Request<S extends SocketContract> = keyof S["requests"] & string;
type Params<S extends SocketContract, M extends Request<S>> = z.output<S["requests"][M]["params"]>;
type Result<S extends SocketContract, M extends Request<S>> = z.output<S["requests"][M]["result"]>;

export interface RpcEvents<S extends SocketContract> {
  onConnection?: (connection: Connection) => void;
  /** The answer of `init`: the whole state. */
  onReady?: (state: Result<S, "init" & Request<S>>) => void;
  /** A notification. `params` fit the contract's schema. */
  onNotification: (method: string, params: unknown) => void;
  /** The socket may not be opened, or `init` was refused for good. There is no retry. */
  onRefused?: (error: ApiError) => void;
  /** Round trip of the last ping, ms. */
  onRoundTrip?: (ms: number) => void;
}
export interface RpcSocket<S extends SocketContract> {
  readonly connection: Connection;
  /**
   * `withoutTimeout`: waits as long as the connection is open. @throws ApiError: the catalogue's code, or "network" or
   * "timeout" if no answer arrived: then the server may or may not have carried out the request
   */
  request<M extends Request<S>>(method: M, params: Params<S, M>, withoutTimeout?: boolean): Promise<Result<S, M>>;
  /**
   * The same for what is worth something only at once: it is never left behind earlier bytes that wait to be sent.
   * @throws ApiError "notSent": they still wait, and it was not sent
   */
  requestAtOnce<M extends Request<S>>(method: M, params: Params<S, M>): Promise<Result<S, M>>;
  /** The time by the clock of the server at the other end, whole ms since 1970; null: not known (yet). */
  serverTime(): number | null;
  close(): void;
}

/** The sockets of this tab that are not closed: each gets a renewed token. */
const openSockets = new Set<{ refresh(token: string): void }>();
/** Sends a renewed token of the login to all sockets. The server closes a socket whose token expires. */
export function refreshSockets(token: string): void {
  for (const socket of openSockets) socket.refresh(token);
}

class ReconnectingSocket<S extends SocketContract> implements RpcSocket<S> {
  readonly #init: () => Params<S, "init" & Request<S>>;
  readonly #events: RpcEvents<S>;
  readonly #transport: RpcTransport;
  readonly #contract: S;
  readonly #pending = new PendingRequests();
  readonly #unlisten: (() => void)[];
  readonly #silence: SilenceWatch;
  #clock = new ServerClock();
  readonly #atOnce = new SerialQueue();
  #connection: Connection = { kind: "connecting", attempt: 0 };
  #channel: RpcWebSocket | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  /** Another page has followed this one. */
  #away = false;
  /** Number of the latest try to connect: what an earlier one still brings is not used. */
  #tries = 0;

  constructor(contract: S, init: () => Params<S, "init" & Request<S>>, events: RpcEvents<S>, transport: RpcTransport) {
    this.#contract = contract;
    this.#init = init;
    this.#events = events;
    this.#transport = transport;
    this.#silence = new SilenceWatch({ isVisible: () => transport.isVisible(), onSilent: () => this.#abandon() });
    openSockets.add(this);
    this.#unlisten = [transport.onReturn(() => this.#onReturn()), transport.onLeave(() => this.#onLeave())];
    void this.#connect();
  }

  get connection(): Connection {
    return this.#connection;
  }

  async request<M extends Request<S>>(method: M, params: Params<S, M>, withoutTimeout = false): Promise<Result<S, M>> {
    if (this.#channel?.readyState !== OPEN) throw new ApiError("network");
    const parse = (result: unknown) => this.#contract.requests[method]?.result.parse(result) as Result<S, M>;
    const { id, result } = this.#pending.add(parse, withoutTimeout ? null : REQUEST_TIMEOUT_MS);
    this.#channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return result;
  }

  async requestAtOnce<M extends Request<S>>(method: M, params: Params<S, M>): Promise<Result<S, M>> {
    const channel = this.#channel;
    if (this.#atOnce.busy || (channel?.bufferedAmount ?? 0) > 0) {
      await this.#atOnce.enqueue(() => untilSent(channel));
      // Another connection does not get what was meant for this one.
      if (this.#channel !== channel) throw new ApiError("notSent");
    }
    return this.request(method, params);
  }

  serverTime(): number | null {
    return this.#clock.now();
  }

  refresh(token: string): void {
    this.request("refresh", { token } as never).catch(() => {});
  }

  close(): void {
    this.#change({ type: "end", why: "left" });
  }

  #change(event: ConnectionEvent): void {
    const next = nextConnection(this.#connection, event);
    if (next === this.#connection) return;
    this.#connection = next;
    this.#events.onConnection?.(next);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#openTimer);
    if (next.kind === "waiting") this.#retryTimer = setTimeout(() => this.#change({ type: "retry" }), next.inMs);
    if (next.kind === "connecting") void this.#connect();
    if (next.kind === "ended") this.#dispose();
  }

  async #connect(): Promise<void> {
    this.#tries += 1;
    const current = this.#tries;
    this.#openTimer = setTimeout(() => this.#abandon(), OPEN_TIMEOUT_MS);
    let url: string;
    try {
      url = await this.#transport.address(this.#contract.name);
    } catch (error) {
      if (this.#tries !== current) return;
      // No token: the call above has ended the login. Otherwise a renewed token, or the next try, may get a ticket.
      if (!this.#transport.hasLogin()) this.#change({ type: "end", why: "token" });
      else if (isApiError(error, ErrorCode.AddressNotPermitted)) this.#refuse(error);
      else this.#change({ type: "lost", code: null, random: Math.random() });
      return;
    }
    if (this.#connection.kind !== "connecting" || this.#tries !== current) return;
    const channel = this.#transport.open(url);
    this.#channel = channel;
    channel.addEventListener("message", ({ data }) => this.#channel === channel && this.#receive(String(data)));
    channel.addEventListener("close", ({ code }) => this.#onLost(channel, code));
    channel.addEventListener("open", () => void this.#sendInit(channel));
  }

  async #sendInit(channel: RpcWebSocket): Promise<void> {
    if (this.#channel !== channel) return;
    clearTimeout(this.#openTimer);
    // Somebody has logged out in the meantime.
    if (!this.#transport.hasLogin()) return this.#change({ type: "end", why: "token" });
    try {
      const state = await this.request("init", this.#init());
      if (this.#channel !== channel) return;
      this.#change({ type: "ready" });
      this.#events.onReady?.(state);
      this.#pingTimer = setInterval(() => void this.#ping(channel), SOCKET.pingEveryMs);
      void this.#ping(channel);
    } catch (error) {
      if (!(error instanceof ApiError) || typeof error.code !== "number" || TEMPORARY.includes(error.code))
        this.#onLost(channel, null);
      // The token of the request has just expired: the same as a close with that code.
      else if (error.code === ErrorCode.TokenInvalid) this.#onLost(channel, CLOSE.tokenInvalid);
      else this.#refuse(error);
    }
  }

  async #ping(channel: RpcWebSocket): Promise<void> {
    const sentAt = performance.now();
    const timeout = setTimeout(() => this.#channel === channel && this.#abandon(), PING_TIMEOUT_MS);
    await this.request("ping", {} as never).then(
      () => {
        const ms = performance.now() - sentAt;
        if (this.#channel === channel) this.#clock.roundTrip(ms);
        this.#events.onRoundTrip?.(ms);
      },
      () => {},
    );
    clearTimeout(timeout);
  }

  /** Gives the connection up, open or not: it is lost, and tried again. */
  #abandon(): void {
    const channel = this.#channel;
    this.#tries += 1;
    if (!channel) return this.#change({ type: "lost", code: null, random: Math.random() });
    // `close` would wait for an answer that may never arrive, so the connection counts as lost now.
    channel.close();
    this.#onLost(channel, null);
  }

  #receive(frame: string): void {
    this.#silence.received();
    for (const message of parseFrame(frame)) {
      if ("method" in message) this.#notify(message);
      else this.#pending.settle(message);
    }
  }

  #notify({ method, params }: RpcNotification): void {
    const { notifications } = this.#contract;
    const parsed = Object.hasOwn(notifications, method) ? notifications[method]?.safeParse(params) : undefined;
    if (parsed?.success && method === "heartbeat") {
      this.#silence.arm();
      const { at } = parsed.data as { at?: number | undefined };
      if (at !== undefined) this.#clock.heartbeat(at);
      this.#channel?.send(HEARTBEAT);
    } else if (parsed?.success) this.#events.onNotification(method, parsed.data);
  }

  #refuse(error: ApiError): void {
    this.#events.onRefused?.(error);
    this.#change({ type: "end", why: "refused" });
  }

  #onLost(channel: RpcWebSocket, code: number | null): void {
    if (this.#channel !== channel) return;
    this.#drop();
    // The server checks the address before the token, and closes with this code.
    if (code === CLOSE.notPermitted) this.#events.onRefused?.(new ApiError(ErrorCode.AddressNotPermitted));
    this.#change({ type: "lost", code, random: Math.random() });
  }

  /** The network is back, or somebody has come back to the page: retries at once, or checks the connection. */
  #onReturn(): void {
    if (this.#away && !this.#transport.isVisible()) return;
    this.#away = false;
    if (this.#connection.kind === "waiting") this.#change({ type: "retry" });
    else if (this.#connection.kind === "live" && this.#channel && this.#transport.isVisible()) {
      // What was missed while nobody looked does not count; from now on silence does.
      this.#silence.received();
      void this.#ping(this.#channel);
    }
  }

  /** Another page follows. The browser can keep this one for the way back only without a connection. */
  #onLeave(): void {
    this.#away = true;
    this.#abandon();
    clearTimeout(this.#retryTimer);
  }

  #drop(): void {
    clearInterval(this.#pingTimer);
    this.#silence.disarm();
    this.#pending.failAll();
    this.#channel = null;
    // Another process may serve the next connection, with another clock.
    this.#clock = new ServerClock();
  }

  #dispose(): void {
    const channel = this.#channel;
    this.#drop();
    channel?.close(1000);
    openSockets.delete(this);
    for (const unlisten of this.#unlisten) unlisten();
  }
}

/** Resolves once nothing waits to be sent. @throws ApiError "notSent": after 100 ms something still does */
async function untilSent(channel: RpcWebSocket | null): Promise<void> {
  const until = performance.now() + SENT_WITHIN_MS;
  const waits = () => (channel?.bufferedAmount ?? 0) > 0;
  while (waits()) {
    if (performance.now() >= until) throw new ApiError("notSent");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export function createRpcSocket<S extends SocketContract>(
  contract: S,
  init: () => Params<S, "init" & Request<S>>,
  events: RpcEvents<S>,
  transport: RpcTransport,
): RpcSocket<S> {
  return new ReconnectingSocket(contract, init, events, transport);
}
