/** Figures, and pages for engineers: who gets them, and how they are kept from the public. */
import { ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "../../metrics/index.ts";
import { openMetricsPort } from "./metrics.ts";
import { openEdge } from "./testing/edge.ts";

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

it.each([[[]], [["127.0.0.1"]]])(
  "figures on the public port are refused behind any proxy, with %j trusted",
  async (proxies) => {
    ({ app } = await openEdge({ proxies }));
    const ask = async (headers: Record<string, string>) =>
      (await app?.inject({ url: "/metrics", headers }))?.statusCode;
    expect(await ask({})).toBe(200);
    for (const name of [
      "forwarded",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-port",
      "x-real-ip",
      "via",
      "cf-connecting-ip",
      "true-client-ip",
      "x-original-forwarded-for",
    ])
      expect([name, await ask({ [name]: "" })]).toEqual([name, 404]);
    const outside = await app.inject({ url: "/metrics", remoteAddress: "9.9.9.9" });
    expect(outside.statusCode).toBe(404);
  },
);

describe("a port of its own", () => {
  it("gives figures and nothing else, and is given back", async () => {
    const metrics = createMetrics();
    metrics.viewers.read(() => 42);
    const first = await openMetricsPort({ host: "127.0.0.1", port: 0 }).catch(() => null);
    await first?.[Symbol.asyncDispose]();
    const port = 20_000 + (process.pid % 12_000);
    const own = await openMetricsPort({ host: "127.0.0.1", port });
    const url = `http://127.0.0.1:${port}`;
    try {
      expect((await fetch(`${url}/metrics`)).status, "before the house is open").toBe(503);
      const detach = own.attach(metrics);
      const answer = await fetch(`${url}/metrics`);
      expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
      expect(await answer.text()).toContain("\nreelcast_viewers 42\n");
      expect((await fetch(`${url}/`)).status).toBe(404);
      expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(404);
      await expect(openMetricsPort({ host: "127.0.0.1", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
      detach();
      expect((await fetch(`${url}/metrics`)).status).toBe(503);
    } finally {
      await own[Symbol.asyncDispose]();
    }
    await expect(fetch(`${url}/metrics`)).rejects.toThrow("fetch failed");
  });
});

it("the pages for engineers are switched off with everything that they load", async () => {
  ({ app } = await openEdge({ docs: false }));
  for (const url of ["/api/docs", "/api/docs/", "/api/docs/static/index.html", "/api/docs/json", "/api/openapi.json"]) {
    const answer = await app.inject({ url, headers: { accept: "text/html" } });
    expect([url, answer.statusCode, answer.json<{ code: number }>().code]).toEqual([url, 404, ErrorCode.NotFound]);
  }
});
