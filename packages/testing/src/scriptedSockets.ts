/**
 * The sockets of component tests: they take the place of `WebSocket` for addresses below /ws/, answer requests as the
 * test says, and push what it says. Requests, answers and pushes are checked by the contract's schemas.
 */
import { CodedError, RpcRequest } from "@reelcast/contract";

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}
interface Contract {
  requests: Record<string, { params: Schema; result: Schema }>;
  notifications: Record<string, Schema>;
}
type Parsed<T> = T extends { _zod: { input: infer I } } ? I : never;
type Table = Readonly<Record<string, Contract>>;
type NameOf<T extends Table> = keyof T & string;
type RequestOf<T extends Table, S extends NameOf<T>> = keyof T[S]["requests"] & string;
type Params<T extends Table, S extends NameOf<T>, M extends RequestOf<T, S>> = Parsed<T[S]["requests"][M]["params"]>;
type Result<T extends Table, S extends NameOf<T>, M extends RequestOf<T, S>> = Parsed<T[S]["requests"][M]["result"]>;
type PushName<T extends Table, S extends NameOf<T>> = keyof T[S]["notifications"] & string;

export interface ScriptedSocketsOptions<T extends Table> {
  /** The contracts by name. */
  sockets: T;
  /** The parameter of the address that has the ticket. */
  ticket: string;
  isOnline: () => boolean;
  reportFault: (fault: string) => void;
  resultByDefault: (name: NameOf<T>, method: string, params: object) => unknown;
}

/** The request is never answered. */
export const UNANSWERED = Symbol("unanswered");
/** An error of the catalogue instead of a result: `refuse` of scriptedServer.ts. A promise holds the answer back. */
type Outcome<R> = R | CodedError<number> | typeof UNANSWERED | Promise<R>;

// oxlint-disable-next-line max-lines-per-function -- one server: its parts share what they know of the test
export function createScriptedSockets<const T extends Table>(options: ScriptedSocketsOptions<T>) {
  const handlers = new Map<string, (params: unknown) => unknown>();
  const sockets = new Set<ScriptedSocket>();
  const requests: { socket: NameOf<T>; method: string; params: unknown }[] = [];

  const { reportFault, isOnline, resultByDefault } = options;
  const contractOf = (name: NameOf<T>): Contract => options.sockets[name] as Contract;

  /** From now on the request is answered so. */
  function onSocketRequest<S extends NameOf<T>, M extends RequestOf<T, S>>(
    name: S,
    method: M,
    answer: Outcome<Result<T, S, M>> | ((params: Params<T, S, M>) => Outcome<Result<T, S, M>>),
  ): void {
    handlers.set(`${name} ${method}`, (typeof answer === "function" ? answer : () => answer) as () => unknown);
  }
  /** The params of these requests since the last reset. */
  function socketRequestsOf<S extends NameOf<T>>(name: S, method: RequestOf<T, S>): unknown[] {
    return requests.filter((one) => one.socket === name && one.method === method).map(({ params }) => params);
  }
  /** What a test has left open is over, and is not opened again. */
  function resetSockets(): void {
    for (const socket of sockets) socket.end(1000);
    handlers.clear();
    requests.length = 0;
  }
  const openOnes = (name: NameOf<T>) => [...sockets].filter((socket) => socket.name === name && socket.isReady);
  /** Whether the app has such a socket that has been answered its `init`. */
  const isConnected = (name: NameOf<T>): boolean => openOnes(name).length > 0;

  /** Sends a notification to the app on every open socket of that name. */
  function push<S extends NameOf<T>, M extends PushName<T, S>>(
    name: S,
    method: M,
    params: Parsed<T[S]["notifications"][M]>,
  ): void {
    const checked = contractOf(name).notifications[method]?.safeParse(params);
    if (!checked?.success) reportFault(`${name}: the push ${method} is forbidden: ${checked?.error?.message ?? ""}`);
    const open = openOnes(name);
    if (open.length === 0) reportFault(`${name}: no socket receives the push ${method}`);
    for (const socket of open) socket.deliver({ jsonrpc: "2.0", method, params });
  }
  /** Ends every socket of that name, as the server or the network does. */
  function closeSockets(name: NameOf<T>, code = 1006): void {
    for (const socket of [...sockets].filter((one) => one.name === name)) socket.end(code);
  }

  class ScriptedSocket extends EventTarget {
    readonly name: NameOf<T>;
    readyState: number = WebSocket.CONNECTING;
    /** Everything is delivered at once. */
    readonly bufferedAmount = 0;
    /** `init` has been answered. */
    isReady = false;

    constructor(name: NameOf<T>) {
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
      if (outcome instanceof Promise) void outcome.then((held: unknown) => this.answer(id, method, held));
      else this.answer(id, method, outcome);
    }
    answer(id: string | number | undefined, method: string, outcome: unknown): void {
      if (outcome === UNANSWERED) return;
      if (outcome instanceof CodedError) {
        const data = outcome.toAnswer();
        return this.deliver({ jsonrpc: "2.0", id, error: { code: -32000, message: data.ErrorMessage, data } });
      }
      const result = contractOf(this.name).requests[method]?.result.safeParse(outcome);
      if (!result?.success)
        reportFault(`${this.name}: the scripted result of ${method} is forbidden: ${result?.error?.message ?? ""}`);
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
  function installSockets(): void {
    const Real = globalThis.WebSocket;
    const isSocket = (name: string): name is NameOf<T> => Object.hasOwn(options.sockets, name);
    globalThis.WebSocket = new Proxy(Real, {
      construct(target, [address, ...rest]: [string | URL, ...unknown[]]) {
        const { pathname, searchParams } = new URL(address, location.href);
        const name = /^\/ws\/(\w+)$/.exec(pathname)?.[1] ?? "";
        if (!isSocket(name)) return Reflect.construct(target, [address, ...rest]) as WebSocket;
        if (!searchParams.get(options.ticket)) reportFault(`${name}: opened without a ticket`);
        return new ScriptedSocket(name);
      },
    });
  }

  return { onSocketRequest, socketRequestsOf, resetSockets, isConnected, push, closeSockets, installSockets };
}
