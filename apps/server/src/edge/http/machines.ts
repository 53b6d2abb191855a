/** The lobby: brands and their machines. */
import { CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Floor } from "../../floor/index.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export function machineRoutes({ floor, guard }: { floor: Floor; guard: Guard }): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.brands, () => floor.brands());
    route(app, guard, CALLS.machines, ({ who }) => floor.machines(who.playerId));
    route(app, guard, CALLS.brandLobby, ({ who, params }) => floor.brandLobby(who.playerId, params.id));
    route(app, guard, CALLS.jackpots, async () => []);
  };
}
