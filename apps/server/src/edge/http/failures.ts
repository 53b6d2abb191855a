/**
 * Failures of the apps' own code, as browsers report them. They are lines of the log and nothing else: a stranger can send
 * anything, so that nothing is concluded from them and their number is limited.
 */
import { FAILURE_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import { networkOf } from "../../networkOf.ts";
import { RateLimiter } from "../../rateLimiter.ts";
import type { Rate } from "../../rateLimiter.ts";
import type { Guard } from "../guard.ts";
import { pathOf as withoutQuery } from "./page.ts";
import { route } from "./route.ts";

const PER_NETWORK: Rate = { tokens: 30, perMs: 3_600_000, refill: "at once" };

export function failureRoutes({ guard }: { guard: Guard }): FastifyPluginAsync {
  const perNetwork = new RateLimiter(PER_NETWORK);
  return async (app) => {
    route(app, guard, FAILURE_CALLS.reportFailure, async ({ body: { message, stack, page, version }, request }) => {
      await guard.address(request);
      perNetwork.count(networkOf(request.ip));
      request.log.warn(
        // `cause`: each failure has lines of its own where they repeat.
        { cause: message, stack, page: withoutQuery(page), version, browser: request.headers["user-agent"] },
        "the app has failed in a player's browser",
      );
      return undefined;
    });
  };
}
