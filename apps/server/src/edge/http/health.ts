/** Health checks and metrics for monitoring. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { MetricsText } from "../../metrics/index.ts";
import { isForwarded } from "./callerNetwork.ts";

export interface HealthParts {
  /** Throws where the database does not answer. */
  ping: () => Promise<unknown>;
  /** Whether this process gives its work to others: it takes no new one. */
  isDraining?: () => boolean;
  /** What the process goes without. */
  missing?: () => readonly string[];
  /** Null if metrics have a port of their own. */
  metrics: MetricsText | null;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** A proxy that adds no header uses another host name, or HTTP/1.0, which collectors do not use. */
const LOCAL_NAME = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;
const HEALTH = { config: { counts: "health" } } as const;

export function healthRoutes({ ping, isDraining, missing = () => [], metrics }: HealthParts): FastifyPluginAsync {
  return async (app) => {
    app.get("/healthz", HEALTH, async (_, reply) => reply.header("Cache-Control", "no-store").send({ status: "ok" }));
    app.get("/readyz", HEALTH, async (_, reply) => {
      await ping().catch((error: unknown) => {
        throw new AppError(ErrorCode.ServiceUnavailable, {}, { cause: error });
      });
      void reply.header("Cache-Control", "no-store");
      if (isDraining?.() === true) return reply.code(503).send({ status: "draining" });
      const without = missing();
      return reply.send({ status: "ready", ...(without.length > 0 ? { missing: without } : {}) });
    });
    // Metrics are for the operator's collector on this host, never for the public.
    app.get("/metrics", HEALTH, async ({ socket, headers, raw }, reply) => {
      const isOnThisHost = LOOPBACK.test(socket.remoteAddress ?? "") && LOCAL_NAME.test(headers.host ?? "");
      if (!metrics || !isOnThisHost || raw.httpVersion === "1.0" || isForwarded(headers))
        throw new AppError(ErrorCode.NotFound);
      return reply
        .type(metrics.contentType)
        .header("Cache-Control", "no-store")
        .send(await metrics.text());
    });
  };
}
