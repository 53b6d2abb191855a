/** For whoever watches the server: is it alive, can it work, what are its figures. */
import { AppError } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import { Registry, collectDefaultMetrics } from "prom-client";

export interface HealthParts {
  /** Throws where the database does not answer. */
  ping: () => Promise<unknown>;
  /** Further figures, by name. */
  gauges: Record<string, { help: string; read: () => number }>;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

export function healthRoutes({ ping, gauges }: HealthParts): FastifyPluginAsync {
  return async (app) => {
    const { Gauge } = await import("prom-client");
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const [name, { help, read }] of Object.entries(gauges)) {
      registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(read());
          },
        }),
      );
    }
    app.get("/healthz", async (_, reply) => reply.header("Cache-Control", "no-store").send({ status: "ok" }));
    app.get("/readyz", async (_, reply) => {
      await ping().catch((error: unknown) => {
        throw new AppError(50300, {}, { cause: error });
      });
      return reply.header("Cache-Control", "no-store").send({ status: "ready" });
    });
    // Figures are for the operator's own collector on this host, never for the public port.
    app.get("/metrics", async (request, reply) => {
      if (!LOOPBACK.test(request.socket.remoteAddress ?? "") || request.headers["x-forwarded-for"] !== undefined) {
        throw new AppError(40400);
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  };
}
