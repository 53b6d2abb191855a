/** The lobby: brands, their machines, and jackpots. */
import { CALLS } from "@reelcast/contract";
import type { Jackpot } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Floor } from "../../floor/index.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface MachineParts {
  floor: Floor;
  jackpots: () => Promise<readonly Jackpot[]>;
  guard: Guard;
}

export function machineRoutes({ floor, jackpots, guard }: MachineParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.brands, () => floor.brands());
    route(app, guard, CALLS.machines, ({ who }) => floor.machines(who.playerId));
    route(app, guard, CALLS.brandLobby, ({ who, params }) => floor.brandLobby(who.playerId, params.id));
    route(app, guard, CALLS.jackpots, async () =>
      (await jackpots()).map(({ id, name, amount }) => ({ id, name, amount })),
    );
  };
}
