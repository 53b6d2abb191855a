import { describe, expect, it } from "vitest";
import { ErrorCode, HISTORY_CALLS } from "@reelcast/contract";
import { createRowCounter, download } from "./download.ts";
import type { DownloadProgress } from "./download.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the rows of a CSV", () => {
  it("are counted as they come, however the bytes are cut", () => {
    const file = bytes('\uFEFFStart,Machine\r\n1,"Golden ""Fruit"", a\r\nmachine"\r\n2,Book\r\n');
    for (let size = 1; size <= file.length; size += 1) {
      const count = createRowCounter();
      let rows = 0;
      for (let at = 0; at < file.length; at += size) rows = count(file.subarray(at, at + size));
      expect(rows).toBe(2);
    }
  });
  it("are none while there are only headings", () => {
    const count = createRowCounter();
    expect(count(bytes("Start,"))).toBe(0);
    expect(count(bytes("Machine\n"))).toBe(0);
  });
});

interface Answer {
  parts?: string[];
  status?: number;
  headers?: Record<string, string>;
  /** The connection is lost after the parts. */
  breaks?: boolean;
  /** Nothing more comes after the parts. */
  hangs?: boolean;
}

/** A server that answers so, and what was asked of it. */
function server({ parts = [], status = 200, headers = {}, breaks = false, hangs = false }: Answer) {
  const asked: { url: RequestInfo | URL; headers: Headers }[] = [];
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    asked.push({ url: input, headers: new Headers(init.headers) });
    const left = [...parts];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
      },
      pull(controller) {
        const part = left.shift();
        if (part !== undefined) controller.enqueue(bytes(part));
        else if (breaks) controller.error(new TypeError("the connection was lost"));
        else if (!hangs) controller.close();
      },
    });
    return new Response(body, { status, headers });
  };
  return { fetch, asked };
}
function ask(answer: Answer, more: { silenceMs?: number; signal?: AbortSignal } = {}) {
  const { fetch, asked } = server(answer);
  const progress: DownloadProgress[] = [];
  const file = download(HISTORY_CALLS.sessionsCsv, {
    apiBase: "/api/v1",
    token: "the-token",
    query: { search: "nile", from: undefined, lang: "tr", timeZone: "Europe/Istanbul" },
    signal: more.signal ?? new AbortController().signal,
    onProgress: (step) => progress.push(step),
    fetch,
    ...(more.silenceMs !== undefined && { silenceMs: more.silenceMs }),
  });
  return { file, progress, asked };
}

describe("a download", () => {
  it("asks with the token and the filter, reports its progress, and gives the whole file", async () => {
    const { file, progress, asked } = ask({
      parts: ["Start\r\n1\r\n", "2\r\n3\r\n"],
      headers: { "X-Total-Count": "3" },
    });
    expect(await (await file).text()).toBe("Start\r\n1\r\n2\r\n3\r\n");
    expect(progress).toEqual([
      { rows: 0, total: 3 },
      { rows: 1, total: 3 },
      { rows: 3, total: 3 },
    ]);
    expect(asked[0]?.url).toBe("/api/v1/player/sessions.csv?search=nile&lang=tr&timeZone=Europe%2FIstanbul");
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer the-token");
  });
  it("goes without a total where the server names none", async () => {
    const { file, progress } = ask({ parts: ["Start\n1\n"] });
    await file;
    expect(progress.at(-1)).toEqual({ rows: 1, total: null });
  });
  it("fails when the connection is lost on the way", async () => {
    await expect(ask({ parts: ["Start\n1\n"], breaks: true }).file).rejects.toMatchObject({ code: "network" });
  });
  it("fails when it ends before the announced rows have come: never half a file", async () => {
    const { file } = ask({ parts: ["Start\n1\n"], headers: { "X-Total-Count": "2" } });
    await expect(file).rejects.toMatchObject({ code: "network" });
  });
  it("fails when the server falls silent", async () => {
    await expect(ask({ parts: ["Start\n"], hangs: true }, { silenceMs: 20 }).file).rejects.toMatchObject({
      code: "timeout",
    });
  });
  it("says what the server said when it refuses", async () => {
    const refusal = JSON.stringify({
      ErrorMessage: "Too many",
      code: ErrorCode.TooManyRequests,
      Params: { seconds: 9 },
    });
    await expect(ask({ parts: [refusal], status: 429 }).file).rejects.toMatchObject({
      code: ErrorCode.TooManyRequests,
      params: { seconds: 9 },
      status: 429,
    });
  });
  it("ends when the player stops it, which is no failure", async () => {
    const abort = new AbortController();
    const { file } = ask({ parts: ["Start\n"], hangs: true }, { signal: abort.signal });
    abort.abort(new Error("stopped"));
    await expect(file).rejects.toThrow("stopped");
  });
});
