/** Significant events: their list, and the mark of those who have seen them. */
import { EVENT_CALLS } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import { listEvents, nameEvents } from "../../events/index.ts";
import type { Db } from "../../storage/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

/** @param changed called after events were marked: the work queue has changed */
export function eventRoutes(routes: ConsoleRoutes, db: Db, changed: () => void): FastifyPluginAsync {
  return async (app) => {
    consoleRoute(app, routes, EVENT_CALLS.events, async ({ query: { cursor, machine, player, seen, ...query } }) => {
      const { events, next } = await listEvents(db, {
        ...query,
        machineId: machine,
        playerId: player,
        unseen: seen === undefined ? undefined : seen === "no",
        before: cursor === undefined ? undefined : Number(cursor),
      });
      return { items: await nameEvents(db, events), nextCursor: next === null ? null : String(next) };
    });
    consoleRoute(app, routes, EVENT_CALLS.seeEvents, async ({ who, body, request }) => {
      const { result } = await ACTS.events.see.run(routes.acts, actorOf(who, request, undefined), body);
      changed();
      return result;
    });
  };
}
