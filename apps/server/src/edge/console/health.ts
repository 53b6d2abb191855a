/** The health of the house for the console. */
import { HEALTH_CALLS } from "@reelcast/contract/console";
import type { Health, HealthLease, HealthSamples } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import { consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

export interface HealthParts {
  state(): Promise<Health>;
  samples(node: string | undefined, since: number | undefined): Promise<HealthSamples>;
  leases(after: number, limit: number): Promise<{ items: HealthLease[]; next: number | null }>;
}

export function healthRoutes(routes: ConsoleRoutes, health: HealthParts): FastifyPluginAsync {
  return async (app) => {
    consoleRoute(app, routes, HEALTH_CALLS.health, () => health.state());
    consoleRoute(app, routes, HEALTH_CALLS.healthSamples, ({ query }) => health.samples(query.node, query.since));
    consoleRoute(app, routes, HEALTH_CALLS.healthLeases, ({ query }) => health.leases(query.after ?? 0, query.limit));
  };
}
