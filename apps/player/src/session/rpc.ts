/**
 * One of the three sockets, as JSON-RPC 2.0: opens with a single-use ticket, sends `init`, parses every message with the
 * contract's schemas, and comes back by itself when the connection is lost. Knows nothing of what the messages mean.
 */
import { CLOSE, ErrorAnswer, ErrorCode, RpcMessage, SOCKET, SOCKETS } from "@reelcast/contract";
import type { SocketName, SocketParams, SocketRequest, SocketResult } from "@reelcast/contract";
import { ApiError, isApiError, readToken } from "../api/index.ts";
import { nextConnection } from "./connection.ts";
import type { Connection, ConnectionEvent } from "./connection.ts";
import { browserTransport } from "./transport.ts";
import type { RpcChannel, RpcTransport } from "./transport.ts";

const REQUEST_MS = 15_000;
const PING_MS = SOCKET.pingEveryMs;
/** An answer to our ping that takes longer means that nobody is there any more. */
const PONG_WITHIN_MS = 6_000;
/** `WebSocket.OPEN` */
const OPEN = 1;

export interface RpcEvents<S extends SocketName> {
  onConnection?: (connection: Connection) => void;
  /** The answer of `init`: the whole state. */
  onReady?: (state: SocketResult<S, "init" & SocketRequest<S>>) => void;
  /** A notification whose params have been parsed. */
  onNotification: (method: string, params: unknown) => void;
  /** The socket may not be opened, or `init` was refused with a code: it is not tried again. */
  onRefused?: (error: ApiError) => void;
  /** Round trip of the last ping, ms. */
  onRoundTrip?: (ms: number) => void;
}
export interface RpcSocket<S extends SocketName> {
  readonly connection: Connection;
  /**
   * `patient`: waits as long as the connection lives. @throws ApiError: the catalogue's code, or "network" or "timeout"
   * where no answer came: it may or may not have happened
   */
  request<M extends SocketRequest<S>>(
    method: M,
    params: SocketParams<S, M>,
    patient?: boolean,
  ): Promise<SocketResult<S, M>>;
  close(): void;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: ApiError) => void;
}

/** Of this tab's sockets, each as long as it may come back. */
const refreshing = new Set<(token: string) => void>();
/** Tells them that the login has a fresh token. One that does not take it ends with its old one, and comes back. */
export function refreshSockets(token: string): void {
  for (const refresh of refreshing) refresh(token);
}

export function createRpcSocket<S extends SocketName>(
  name: S,
  init: () => SocketParams<S, "init" & SocketRequest<S>>,
  events: RpcEvents<S>,
  transport: RpcTransport = browserTransport,
): RpcSocket<S> {
  const contract: {
    requests: Record<string, { result: { parse(value: unknown): unknown } }>;
    notifications: Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>;
  } = SOCKETS[name];
  let connection: Connection = { kind: "connecting", attempt: 0 };
  let socket: RpcChannel | null = null;
  let nextId = 1;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  const waiting = new Map<number, Waiting>();

  function change(event: ConnectionEvent): void {
    const next = nextConnection(connection, event);
    if (next === connection) return;
    connection = next;
    events.onConnection?.(next);
    clearTimeout(retryTimer);
    if (next.kind === "waiting") retryTimer = setTimeout(() => change({ type: "retry" }), next.inMs);
    if (next.kind === "connecting") void open();
    if (next.kind === "ended") shut();
  }

  function drop(): void {
    clearInterval(pingTimer);
    for (const { reject } of waiting.values()) reject(new ApiError("network"));
    waiting.clear();
    socket = null;
  }
  function lost(from: RpcChannel, code: number | null): void {
    if (socket !== from) return;
    drop();
    // The one thing that is asked before a token: whether this address may play.
    if (code === CLOSE.notPermitted) events.onRefused?.(new ApiError(ErrorCode.AddressNotPermitted));
    change({ type: "lost", code, random: Math.random() });
  }
  function shut(): void {
    const open = socket;
    drop();
    open?.close(1000);
    refreshing.delete(refresh);
    stopListening();
  }

  async function open(): Promise<void> {
    let url: string;
    try {
      url = await transport.address(name);
    } catch (error) {
      // A refused login is ended where calls are made, unless a fresh token is here or on its way.
      if (readToken() === null) change({ type: "end", why: "token" });
      else if (isApiError(error, ErrorCode.AddressNotPermitted)) refuse(error);
      else change({ type: "lost", code: null, random: Math.random() });
      return;
    }
    if (connection.kind !== "connecting") return;
    const opened = transport.open(url);
    socket = opened;
    opened.addEventListener("message", ({ data }) => receive(String(data)));
    opened.addEventListener("close", ({ code }) => lost(opened, code));
    opened.addEventListener("open", () => void greet(opened));
  }

  function refuse(error: ApiError): void {
    events.onRefused?.(error);
    change({ type: "end", why: "refused" });
  }

  async function greet(opened: RpcChannel): Promise<void> {
    try {
      const state = await request("init", init() as never);
      if (socket !== opened) return;
      change({ type: "ready" });
      events.onReady?.(state);
      pingTimer = setInterval(() => void ping(opened), PING_MS);
      void ping(opened);
    } catch (error) {
      if (!(error instanceof ApiError) || typeof error.code !== "number") return lost(opened, null);
      // The server is not ready: that passes. Everything else is an answer.
      if (
        error.code === ErrorCode.ServiceUnavailable ||
        error.code === ErrorCode.InternalError ||
        error.code === ErrorCode.TooManyRequests
      )
        return lost(opened, null);
      // The token that it was sent has just ended: as if the socket had been closed for that.
      if (error.code === ErrorCode.TokenInvalid) return lost(opened, CLOSE.tokenInvalid);
      refuse(error);
    }
  }

  async function ping(opened: RpcChannel): Promise<void> {
    const began = performance.now();
    const late = setTimeout(() => {
      // `close` would wait for an answer that may never come: the connection is given up here.
      opened.close();
      lost(opened, null);
    }, PONG_WITHIN_MS);
    await request("ping", {} as never).then(
      () => events.onRoundTrip?.(performance.now() - began),
      () => {},
    );
    clearTimeout(late);
  }

  function receive(frame: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(frame);
    } catch {
      return;
    }
    for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
      const message = RpcMessage.safeParse(item);
      if (!message.success) continue;
      if ("method" in message.data) {
        const schema = Object.hasOwn(contract.notifications, message.data.method)
          ? contract.notifications[message.data.method]
          : undefined;
        const params = schema?.safeParse(message.data.params);
        if (params?.success) events.onNotification(message.data.method, params.data);
        continue;
      }
      const { id } = message.data;
      const asked = typeof id === "number" ? waiting.get(id) : undefined;
      if (!asked || typeof id !== "number") continue;
      waiting.delete(id);
      if ("result" in message.data) asked.resolve(message.data.result);
      else {
        const data = ErrorAnswer.safeParse(message.data.error.data);
        asked.reject(
          data.success
            ? new ApiError(data.data.code, { message: data.data.ErrorMessage, params: data.data.Params })
            : new ApiError("badAnswer", { message: message.data.error.message }),
        );
      }
    }
  }

  function request<M extends SocketRequest<S>>(
    method: M,
    params: SocketParams<S, M>,
    patient = false,
  ): Promise<SocketResult<S, M>> {
    return new Promise((resolve, reject) => {
      if (socket?.readyState !== OPEN) return reject(new ApiError("network"));
      const id = nextId;
      nextId += 1;
      const timer = patient
        ? undefined
        : setTimeout(() => {
            waiting.delete(id);
            reject(new ApiError("timeout"));
          }, REQUEST_MS);
      waiting.set(id, {
        resolve(result) {
          clearTimeout(timer);
          try {
            resolve(contract.requests[method]?.result.parse(result) as never);
          } catch (error) {
            reject(new ApiError("badAnswer", { cause: error }));
          }
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** The network is back, or the player looks again: no reason to wait. */
  function comeBack(): void {
    if (connection.kind === "waiting") change({ type: "retry" });
    else if (connection.kind === "live" && socket && transport.isVisible()) void ping(socket);
  }
  const refresh = (token: string) => void request("refresh", { token } as never).catch(() => {});
  refreshing.add(refresh);
  const stopListening = transport.onReturn(comeBack);
  void open();

  return {
    get connection() {
      return connection;
    },
    request,
    close: () => change({ type: "end", why: "left" }),
  };
}
