/**
 * The sockets of component tests: they take the place of `WebSocket` for addresses below /ws/, answer the contract's requests
 * as the test says, and push what it says. Requests, answers and pushes are checked by the contract's schemas.
 */
import { AppError, RpcRequest, SOCKETS } from "@reelcast/contract";
import type { SocketName, SocketRequest } from "@reelcast/contract";
import { gameState } from "./answers.ts";
import { isOnline, reportFault } from "./scriptedServer.ts";

type Parsed<T> = T extends { _zod: { input: infer I } } ? I : never;
type Params<S extends SocketName, M extends SocketRequest<S>> = (typeof SOCKETS)[S]["requests"][M] extends {
  params: infer P;
}
  ? Parsed<P>
  : never;
type Result<S extends SocketName, M extends SocketRequest<S>> = (typeof SOCKETS)[S]["requests"][M] extends {
  result: infer R;
}
  ? Parsed<R>
  : never;
type PushName<S extends SocketName> = keyof (typeof SOCKETS)[S]["notifications"] & string;
type PushParams<S extends SocketName, M extends PushName<S>> = (typeof SOCKETS)[S]["notifications"][M] extends infer P
  ? Parsed<P>
  : never;

/** The request is never answered. */
export const UNANSWERED = Symbol("unanswered");
/** An error of the catalogue instead of a result: `refuse` of scriptedServer.ts. */
type Outcome<R> = R | AppError | typeof UNANSWERED;

const handlers = new Map<string, (params: unknown) => unknown>();
const sockets = new Set<ScriptedSocket>();
const requests: { socket: SocketName; method: string; params: unknown }[] = [];

interface Contract {
  requests: Record<string, { params: Schema; result: Schema }>;
  notifications: Record<string, Schema>;
}
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}
const contractOf = (name: SocketName): Contract => SOCKETS[name];

function resultByDefault(name: SocketName, method: string, params: object): unknown {
  if (method === "ping" || method === "press") return { at: Date.now() };
  if (method === "leave") return { amount: 0 };
  if (method === "autoplay") return { autoplay: "games" in params ? params : null };
  return name === "game" && method === "init" ? gameState() : {};
}

/** From now on the request is answered so. */
export function onSocketRequest<S extends SocketName, M extends SocketRequest<S>>(
  name: S,
  method: M,
  answer: Outcome<Result<S, M>> | ((params: Params<S, M>) => Outcome<Result<S, M>>),
): void {
  handlers.set(`${name} ${method}`, (typeof answer === "function" ? answer : () => answer) as () => unknown);
}
/** The params of these requests since the last reset. */
export function socketRequestsOf<S extends SocketName>(name: S, method: SocketRequest<S>): unknown[] {
  return requests.filter((one) => one.socket === name && one.method === method).map(({ params }) => params);
}
/** What a test has left open is over, and is not opened again. */
export function resetSockets(): void {
  for (const socket of sockets) socket.end(1000);
  handlers.clear();
  requests.length = 0;
}
const openOnes = (name: SocketName) => [...sockets].filter((socket) => socket.name === name && socket.isReady);
/** Whether the app has such a socket that has been answered its `init`. */
export const isConnected = (name: SocketName): boolean => openOnes(name).length > 0;

/** Sends a notification to the app on every open socket of that name. */
export function push<S extends SocketName, M extends PushName<S>>(name: S, method: M, params: PushParams<S, M>): void {
  const checked = contractOf(name).notifications[method]?.safeParse(params);
  if (!checked?.success) reportFault(`${name}: the push ${method} is forbidden: ${checked?.error?.message ?? ""}`);
  const open = openOnes(name);
  if (open.length === 0) reportFault(`${name}: nobody hears the push ${method}`);
  for (const socket of open) socket.deliver({ jsonrpc: "2.0", method, params });
}
/** Ends every socket of that name, as the server or the network does. */
export function closeSockets(name: SocketName, code = 1006): void {
  for (const socket of [...sockets].filter((one) => one.name === name)) socket.end(code);
}

class ScriptedSocket extends EventTarget {
  readonly name: SocketName;
  readyState: number = WebSocket.CONNECTING;
  /** `init` has been answered. */
  isReady = false;

  constructor(name: SocketName) {
    super();
    this.name = name;
    sockets.add(this);
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      if (!isOnline()) return this.end(1006);
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }
  send(frame: string): void {
    const request = RpcRequest.safeParse(JSON.parse(frame));
    if (!request.success) return reportFault(`${this.name}: ${frame} is no request`);
    const { id, method, params } = request.data;
    const schemas = contractOf(this.name).requests[method];
    const checked = schemas?.params.safeParse(params);
    if (!schemas || !checked?.success)
      return reportFault(`${this.name}: the request ${method} is forbidden: ${checked?.error?.message ?? "unknown"}`);
    requests.push({ socket: this.name, method, params });
    const handler = handlers.get(`${this.name} ${method}`);
    const outcome = handler ? handler(params) : resultByDefault(this.name, method, params);
    if (outcome === UNANSWERED) return;
    if (outcome instanceof AppError) {
      const data = outcome.toAnswer();
      return this.deliver({ jsonrpc: "2.0", id, error: { code: -32000, message: data.ErrorMessage, data } });
    }
    const result = schemas.result.safeParse(outcome);
    if (!result.success)
      reportFault(`${this.name}: the scripted result of ${method} is forbidden: ${result.error?.message ?? ""}`);
    if (method === "init") this.isReady = true;
    this.deliver({ jsonrpc: "2.0", id, result: outcome });
  }
  /** Sends a message to the app. */
  deliver(message: unknown): void {
    queueMicrotask(() => {
      if (this.readyState === WebSocket.OPEN)
        this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    });
  }
  close(code = 1000): void {
    this.end(code);
  }
  /** The connection is over. */
  end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.isReady = false;
    sockets.delete(this);
    queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code })));
  }
}

/** Takes the place of `WebSocket` for the app's sockets; all others, like the test runner's own, stay real. */
export function installSockets(): void {
  const Real = globalThis.WebSocket;
  const isSocket = (name: string): name is SocketName => Object.hasOwn(SOCKETS, name);
  globalThis.WebSocket = new Proxy(Real, {
    construct(target, [address, ...rest]: [string | URL, ...unknown[]]) {
      const { pathname, searchParams } = new URL(address, location.href);
      const name = /^\/ws\/(\w+)$/.exec(pathname)?.[1] ?? "";
      if (!isSocket(name)) return Reflect.construct(target, [address, ...rest]) as WebSocket;
      if (!searchParams.get("token")) reportFault(`${name}: opened without a ticket`);
      return new ScriptedSocket(name);
    },
  });
}
