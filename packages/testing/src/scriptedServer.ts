/**
 * The server of component tests: it answers a table of calls as the test says, and checks both sides by the contract's
 * schemas. What the contract forbids (a request without its token, an answer of another shape, a code that the call
 * does not have) becomes a fault, and a test with faults fails (setup.ts). Other requests go to Vite.
 */
import { AppError, CodedError, ErrorCode } from "@reelcast/contract";
import type { CallShape, ErrorParams } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";

type AnyCall = CallShape & { auth: string; root?: "site" | "api"; alsoPost?: boolean };
type Table = Readonly<Record<string, AnyCall>>;
type CallOf<T extends Table> = keyof T & string;
/** As every server says it. */
const dated = () => ({ Date: new Date().toUTCString() });
/** What an answer looks like before its schema has filled in the defaults. */
export type ScriptedAnswer<T extends Table, N extends CallOf<T>> = T[N] extends {
  answer: { _zod: { input: infer A } };
}
  ? A
  : undefined;
export interface ScriptedRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}
export interface ScriptedServerOptions<T extends Table> {
  calls: T;
  /** e.g. "/api/v1" */
  apiBase: string;
  /** Whether the app has a token now: then its calls carry it. */
  isSignedIn: () => boolean;
  /** What is answered where the test says nothing. */
  answerByDefault: (name: CallOf<T>, request: ScriptedRequest) => unknown;
  /** After each test. */
  onReset?: () => void;
}

/** An error of the catalogue instead of an answer. */
export function refuse(code: ErrorCode | ConsoleErrorCode, params: ErrorParams = {}): CodedError<number> {
  const isConsole = Object.values<number>(ConsoleErrorCode).includes(code);
  return isConsole ? new ConsoleError(code as ConsoleErrorCode, params) : new AppError(code as ErrorCode, params);
}
/** No answer ever comes. */
export const HANG = Symbol("hang");
/** The connection is lost before the answer. */
export const LOST = Symbol("lost");
type Outcome<A> = A | CodedError<number> | typeof HANG | typeof LOST | Response;
type Handler<T extends Table, N extends CallOf<T>> = (
  request: ScriptedRequest,
) => Outcome<ScriptedAnswer<T, N>> | Promise<Outcome<ScriptedAnswer<T, N>>>;

/** Codes that any call may answer. */
const ANY_CALL: readonly number[] = [
  ErrorCode.AddressNotPermitted,
  ErrorCode.InvalidRequest,
  ErrorCode.TokenInvalid,
  ErrorCode.NotPermitted,
  ErrorCode.TooManyRequests,
  ErrorCode.InternalError,
  ErrorCode.ServiceUnavailable,
];
// oxlint-disable-next-line max-lines-per-function -- one server: its parts share what they know of the test
export function createScriptedServer<const T extends Table>(options: ScriptedServerOptions<T>) {
  const handlers = new Map<string, Handler<T, never>>();
  const requests: { name: string; request: ScriptedRequest }[] = [];
  const others: { matches: RegExp; answer: (request: Request) => Promise<Response> | Response }[] = [];
  let faults: string[] = [];
  let online = true;
  /** Rises with every test. */
  let test = 0;

  /** Something that the contract forbids, or that the script does not know. */
  function reportFault(fault: string): void {
    faults.push(fault);
  }
  /** What went wrong since the last time this was asked. */
  function takeFaults(): string[] {
    const taken = faults;
    faults = [];
    return taken;
  }

  /** From now on the call is answered so: with a value, or by a function of the request. */
  function onCall<N extends CallOf<T>>(name: N, answer: Outcome<ScriptedAnswer<T, N>> | Handler<T, N>): void {
    handlers.set(name, (typeof answer === "function" ? answer : () => answer) as Handler<T, never>);
  }
  /** The call is answered as by default again. */
  function restoreCall(name: CallOf<T>): void {
    handlers.delete(name);
  }
  /** The requests of that call since the last reset. */
  function requestsOf(name: CallOf<T>): ScriptedRequest[] {
    return requests.filter((one) => one.name === name).map(({ request }) => request);
  }
  /** Answers what is no call of the contract, e.g. the WHEP endpoint. What was said last counts. */
  function onRequest(matches: RegExp, answer: (request: Request) => Promise<Response> | Response): void {
    others.unshift({ matches, answer });
  }
  /** Whether requests reach the server; the browser notifies the app when that changes. */
  function setOnline(next: boolean): void {
    if (online === next) return;
    online = next;
    globalThis.dispatchEvent(new Event(next ? "online" : "offline"));
  }
  const isOnline = (): boolean => online;
  function resetServer(): void {
    test += 1;
    handlers.clear();
    requests.length = 0;
    others.length = 0;
    setOnline(true);
    options.onReset?.();
  }

  interface Route {
    name: CallOf<T>;
    call: AnyCall;
    pattern: RegExp;
  }
  const ROUTES: readonly Route[] = Object.entries<AnyCall>(options.calls).map(([name, call]) => {
    const root =
      call.root === "site" ? "" : call.root === "api" ? options.apiBase.replace(/\/[^/]*$/, "") : options.apiBase;
    const pattern = new RegExp(`^${root}${call.path.replace(/\./g, "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    return { name, call, pattern };
  });

  function routeOf(method: string, pathname: string): (Route & { params: Record<string, string> }) | null {
    const fits = ROUTES.flatMap((route) => {
      const isMethod = route.call.method === method || (route.call.alsoPost === true && method === "POST");
      const match = isMethod ? route.pattern.exec(pathname) : null;
      return match ? [{ ...route, params: { ...match.groups } }] : [];
    });
    // "/machine/all" before "/machine/:id".
    return fits.find(({ params }) => Object.keys(params).length === 0) ?? fits[0] ?? null;
  }

  /** Checks what the app sends, and answers what the call is asked with. */
  async function readRequest(route: Route & { params: Record<string, string> }, request: Request) {
    const { call, name, params } = route;
    // What a visit that is over still asks for has lost its login with it.
    if (call.auth !== "none" && options.isSignedIn() && !request.headers.get("authorization")?.startsWith("Bearer "))
      reportFault(`${name}: asked without a token`);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body: unknown = request.method === "GET" ? undefined : await request.json();
    for (const [part, value, schema] of [
      ["params", params, call.params],
      ["query", query, call.query],
      ["body", body, call.body],
    ] as const) {
      const checked = schema?.safeParse(value);
      if (checked && !checked.success) reportFault(`${name}: the ${part} sent are forbidden: ${checked.error.message}`);
    }
    return { params, query, body };
  }

  function refusalOf({ name, call }: Route, error: CodedError<number>): Response {
    const { code } = error;
    if (!ANY_CALL.includes(code) && !call.errors?.includes(code)) reportFault(`${name} never answers ${code}`);
    return Response.json(error.toAnswer(), { status: error.status, headers: dated() });
  }

  function answerOf({ name, call }: Route, value: unknown): Response {
    if (!call.answer) return new Response(null, { status: 204 });
    const checked = call.answer.safeParse(value);
    if (!checked.success) reportFault(`${name}: the scripted answer is forbidden: ${checked.error.message}`);
    return Response.json(value, { headers: dated() });
  }

  const untilAborted = ({ signal }: Request): Promise<never> =>
    new Promise((_, reject) => {
      const abort = () => reject(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort);
    });

  async function answerCall(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const route = routeOf(request.method, pathname);
    if (!route) {
      reportFault(`${request.method} ${pathname} is no call of the contract`);
      return new Response(null, { status: 404 });
    }
    const askedIn = test;
    const asked = await readRequest(route, request);
    // Nobody waits for it any more.
    if (askedIn !== test) return untilAborted(request);
    requests.push({ name: route.name, request: asked });
    const handler = handlers.get(route.name);
    const outcome: unknown = await (handler ? handler(asked) : options.answerByDefault(route.name, asked));
    if (request.signal.aborted) return untilAborted(request);
    if (outcome === HANG) return untilAborted(request);
    if (outcome === LOST || !online) throw new TypeError("the connection was lost");
    if (outcome instanceof Response) return outcome;
    return outcome instanceof CodedError ? refusalOf(route, outcome) : answerOf(route, outcome);
  }

  const realFetch = globalThis.fetch.bind(globalThis);

  /** Takes the place of `fetch` for everything that the app asks its server for. */
  function installServer(): void {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => online });
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const other = others.find(({ matches }) => matches.test(pathname));
      if (other && online) return other.answer(request);
      if (pathname !== "/Settings.json" && !pathname.startsWith("/api/")) return realFetch(input, init);
      if (!online) throw new TypeError("the connection was lost");
      return Promise.race([answerCall(request), untilAborted(request)]);
    };
  }

  return {
    reportFault,
    takeFaults,
    onCall,
    restoreCall,
    requestsOf,
    onRequest,
    setOnline,
    isOnline,
    resetServer,
    installServer,
  };
}
