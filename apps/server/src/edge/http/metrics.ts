/** The metrics of this process in the format of Prometheus, and their own port. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { AppError, ErrorCode } from "@reelcast/contract";
import { Gauge, Registry, collectDefaultMetrics } from "prom-client";
import { HTTP_TIMES, listen } from "./frontDoor.ts";
import { SECURITY_HEADERS, answerJson } from "./headers.ts";

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
}

/** Only collectors connect: a few at once. */
const MAX_COLLECTORS = 16;

/** @param gauges further metrics, by name */
export function createMetrics(gauges: Record<string, { help: string; read: () => number | Promise<number> }>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, read }] of Object.entries(gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read());
        },
      }),
    );
  }
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-original-.*|x-envoy-.*|x-azure-.*|.*-(client|connecting|real)-ip|x-proxyuser-ip|cdn-loop)$/;
/** Whether a request came through a proxy, trusted or not: then its client is elsewhere. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.test(name));
}

/** Serves `/metrics` alone. @throws an error with code EADDRINUSE where the port is taken */
export async function openMetricsPort({
  host,
  port,
  metrics,
}: {
  host: string;
  port: number;
  metrics: Metrics;
}): Promise<AsyncDisposable> {
  const server = createServer({ ...HTTP_TIMES }, (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || request.url?.split("?", 1)[0] !== "/metrics")
      return answerJson(response, 404, new AppError(ErrorCode.NotFound).toAnswer());
    metrics.text().then(
      (text) =>
        response
          .writeHead(200, { ...SECURITY_HEADERS, "Content-Type": metrics.contentType, "Cache-Control": "no-store" })
          .end(text),
      () => answerJson(response, 500, new AppError(ErrorCode.InternalError).toAnswer()),
    );
  });
  server.maxConnections = MAX_COLLECTORS;
  await listen(server, host, port);
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
