/**
 * Fetches a file, most often a list as CSV: reads the answer as it streams, counts its rows against the total that the server announces,
 * and gives it back whole. A file that breaks off is a failure, never half a file.
 */
import { callUrl, readError } from "./client.ts";
import type { ClientCall } from "./client.ts";
import { ApiError } from "./errors.ts";
import { firstOf } from "./signals.ts";

/** Rows of data so far, and how many there will be; null where the server does not say. */
export interface DownloadProgress {
  rows: number;
  total: number | null;
}
export interface DownloadOptions {
  apiBase: string;
  token: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
  onProgress?: (progress: DownloadProgress) => void;
  /** MIME type of the file; only rows of a CSV are counted. */
  type?: string;
  fetch?: typeof fetch;
  /** Longest silence of the server, in ms. */
  silenceMs?: number;
}

const CSV = "text/csv";
const SILENCE_MS = 20_000;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV as its bytes come: ends of lines outside of quotes, less the headings. */
export function createRowCounter(): (chunk: Uint8Array) => number {
  let quoted = false;
  let ends = 0;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) ends += 1;
    }
    return Math.max(0, ends - 1);
  };
}

function announcedTotal(headers: Headers): number | null {
  const value = headers.get("X-Total-Count");
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

/** @throws ApiError, or the abort reason of `signal` */
export async function download(
  call: ClientCall,
  {
    apiBase,
    token,
    params = {},
    query = {},
    signal,
    onProgress = () => {},
    type = CSV,
    fetch = globalThis.fetch,
    silenceMs = SILENCE_MS,
  }: DownloadOptions,
): Promise<Blob> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const response = await fetch(callUrl(apiBase, call, { params, query }), {
      headers: { Accept: `${type}, application/json`, Authorization: `Bearer ${token}` },
      signal: signal ? firstOf([signal, silence.signal]) : silence.signal,
      cache: "no-store",
      credentials: "same-origin",
    });
    restartTimer();
    if (!response.ok) throw await readError(response);
    if (!response.body) throw new ApiError("badAnswer", { status: response.status });
    const total = announcedTotal(response.headers);
    const count = createRowCounter();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let rows = 0;
    onProgress({ rows, total });
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      restartTimer();
      chunks.push(part.value);
      rows = count(part.value);
      onProgress({ rows, total });
    }
    if (total !== null && rows < total) throw new ApiError("network", { status: response.status });
    return new Blob(chunks, { type: type === CSV ? `${CSV};charset=utf-8` : type });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The caller's own abort is no failure: it comes out as it is.
    if (signal?.aborted === true) throw error;
    throw new ApiError(silence.signal.aborted ? "timeout" : "network", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
