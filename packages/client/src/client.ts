/**
 * Makes the contract's REST calls: builds the request from a table of calls, adds the token, parses the answer with its schema,
 * and turns whatever goes wrong into an ApiError. Knows nothing of screens or sessions; a refused token is reported
 * to `onUnauthorized`.
 */
import { ErrorAnswer, ErrorCode, SETTINGS_VERSION } from "@reelcast/contract";
import type { AnswerOf, CallShape, InputOf } from "@reelcast/contract";
import { ApiError } from "./errors.ts";
import { firstOf } from "./signals.ts";

export interface ClientOptions {
  /** Absolute or from the site root, without a slash at the end, e.g. "/api/v1". */
  apiBase: string;
  token: () => string | null;
  /** The server said 401 to the token that was sent: it is not, or no longer, valid. */
  onUnauthorized?: (token: string, error: ApiError) => void;
  /**
   * The server's time, as each answer has it: ms since the epoch, NaN where it does not say. It may be later by `spreadMs`: the header
   * counts seconds, and the answer was on its way.
   */
  onServerTime?: (time: number, spreadMs: number) => void;
  /** The version of the house's settings, as an answer names it. */
  onSettingsVersion?: (version: number) => void;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** 2: calls that move money are made with POST. */
  contractVersion?: number;
}
export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Sent instead of the stored token. */
  token?: string;
}
/** A call of players or of staff. */
export interface ClientCall extends CallShape {
  root?: "site" | "api";
  /** Any but "none": made with the token. */
  auth: string;
  alsoPost?: boolean;
}
export type CallTable = Readonly<Record<string, ClientCall>>;
export type CallFunction<T extends CallTable> = <N extends keyof T & string>(
  name: N,
  ...rest: object extends InputOf<T[N]>
    ? [input?: InputOf<T[N]>, options?: CallOptions]
    : [input: InputOf<T[N]>, options?: CallOptions]
) => Promise<AnswerOf<T[N]>>;

const TIMEOUT_MS = 15_000;

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** The address of a call. `root: "api"` stands one level above the API base, `root: "site"` at the site's root. */
export function callUrl(apiBase: string, call: ClientCall, { params = {}, query = {} }: AnyInput = {}): string {
  const root = call.root === "site" ? "" : call.root === "api" ? apiBase.replace(/\/[^/]*$/, "") : apiBase;
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return `${root}${path}${search === "" ? "" : `?${search}`}`;
}

/** What a refused call says: by its code where it is of the catalogue's form. */
export async function readError(response: Response): Promise<ApiError> {
  const parsed = ErrorAnswer.safeParse(await response.json().catch(() => null));
  if (!parsed.success)
    return new ApiError(response.status >= 500 ? ErrorCode.ServiceUnavailable : "badAnswer", {
      status: response.status,
    });
  return new ApiError(parsed.data.code, {
    message: parsed.data.ErrorMessage,
    params: parsed.data.Params,
    status: response.status,
  });
}

/** The time of an answer for `onServerTime`. @param sentAt by `performance.now()` */
export function serverTime({ headers }: Response, sentAt: number): [time: number, spreadMs: number] {
  return [Date.parse(headers.get("Date") ?? ""), 1_000 + performance.now() - sentAt];
}

/** Items of a list that are parsed in one task. */
const ITEMS_AT_ONCE = 200;
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** A long list is parsed in several tasks: the page is drawn between them. */
async function parseAnswer(schema: NonNullable<ClientCall["answer"]>, answer: unknown) {
  if (!Array.isArray(answer) || answer.length <= ITEMS_AT_ONCE) return schema.safeParse(answer);
  const items: unknown[] = [];
  for (let at = 0; at < answer.length; at += ITEMS_AT_ONCE) {
    await nextTask();
    const parsed = schema.safeParse(answer.slice(at, at + ITEMS_AT_ONCE));
    if (!parsed.success) return parsed;
    items.push(...(parsed.data as unknown[]));
  }
  return { success: true as const, data: items };
}

export function createClient<const T extends CallTable>(
  calls: T,
  {
    apiBase,
    token,
    onUnauthorized,
    onServerTime,
    onSettingsVersion,
    fetch = globalThis.fetch.bind(globalThis),
    timeoutMs = TIMEOUT_MS,
    contractVersion = 2,
  }: ClientOptions,
): CallFunction<T> {
  return async (name, ...[rawInput, options = {}]) => {
    const call: ClientCall = calls[name] as ClientCall;
    const input = (rawInput ?? {}) as AnyInput;
    const sent = options.token ?? token();
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = options.signal ? firstOf([options.signal, timeout]) : timeout;
    const headers: Record<string, string> = { Accept: "application/json" };
    if (call.auth !== "none" && sent !== null) headers["Authorization"] = `Bearer ${sent}`;
    const method = contractVersion >= 2 && call.alsoPost ? "POST" : call.method;
    if (method !== "GET") headers["Content-Type"] = "application/json";

    try {
      const sentAt = performance.now();
      const response = await fetch(callUrl(apiBase, call, input), {
        method,
        headers,
        signal,
        cache: "no-store",
        credentials: "same-origin",
        ...(method !== "GET" && { body: JSON.stringify(input.body ?? {}) }),
      });
      onServerTime?.(...serverTime(response, sentAt));
      const version = Number(response.headers.get(SETTINGS_VERSION));
      if (version > 0) onSettingsVersion?.(version);
      if (!response.ok) {
        const error = await readError(response);
        if (response.status === 401 && sent !== null && call.auth !== "none") onUnauthorized?.(sent, error);
        throw error;
      }
      if (!call.answer) return undefined;
      // 204: an older server answers the call without a body.
      const parsed = await parseAnswer(call.answer, response.status === 204 ? undefined : await response.json());
      if (!parsed.success) throw new ApiError("badAnswer", { status: response.status, cause: parsed.error });
      return parsed.data as never;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // The caller's own abort is no failure: it comes out as it is.
      if (options.signal?.aborted) throw error;
      if (timeout.aborted) throw new ApiError("timeout", { cause: error });
      throw new ApiError(error instanceof SyntaxError ? "badAnswer" : "network", { cause: error });
    }
  };
}
