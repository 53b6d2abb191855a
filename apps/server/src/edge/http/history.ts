/** What a player has played and moved: sessions, transactions and the log of the account. */
import { CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { History } from "../../history/index.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export function historyRoutes({ history, guard }: { history: History; guard: Guard }): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.sessions, ({ who, query }) => history.sessions(who.playerId, query));
    route(app, guard, CALLS.transactions, ({ who, query }) => history.transactions(who.playerId, query));
    route(app, guard, CALLS.logs, ({ who, query }) => history.logs(who.playerId, query));
  };
}
