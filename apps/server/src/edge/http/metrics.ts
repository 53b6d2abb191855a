/** The port of the metrics alone. */
import { createServer } from "node:http";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MetricsText } from "../../metrics/index.ts";
import { HTTP_TIMES, listen } from "./frontDoor.ts";
import { SECURITY_HEADERS, answerJson } from "./headers.ts";

/** Only collectors connect: a few at once. */
const MAX_COLLECTORS = 16;

export interface MetricsPort extends AsyncDisposable {
  /** Until it is detached, `/metrics` has these; before and afterwards it is answered with 503. */
  attach(metrics: MetricsText): () => void;
}

/** Serves `/metrics` alone. @throws an error with code EADDRINUSE where the port is taken */
export async function openMetricsPort({ host, port }: { host: string; port: number }): Promise<MetricsPort> {
  let attached: MetricsText | null = null;
  const server = createServer({ ...HTTP_TIMES }, (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || request.url?.split("?", 1)[0] !== "/metrics")
      return answerJson(response, 404, new AppError(ErrorCode.NotFound).toAnswer());
    const metrics = attached;
    if (metrics === null) return answerJson(response, 503, new AppError(ErrorCode.ServiceUnavailable).toAnswer());
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
    attach(metrics) {
      attached = metrics;
      return () => {
        if (attached === metrics) attached = null;
      };
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
