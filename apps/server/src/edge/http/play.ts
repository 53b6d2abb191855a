/** Calls about an open session from outside of it: remove its window, or cash out and end it. */
import { CALLS, PERMISSION } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import type { FloorService } from "../../floor/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface PlayParts {
  floor: FloorService;
  accounts: Pick<Accounts, "log">;
  guard: Guard;
}

export function playRoutes({ floor, accounts, guard }: PlayParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.kick, async ({ who, body: { machineId }, request }) => {
      mustBeAllowedToPlay(who);
      const { machine, ...paid } = await floor.kick({
        playerId: who.playerId,
        machineId,
        mayKickOthers: who.permissions.includes(PERMISSION.kick),
      });
      await accounts.log(who.playerId, "KICKED_PLAYER", request.ip, machine);
      return paid;
    });
    // Cashing out is not play: it needs no permission to play.
    route(app, guard, CALLS.cancel, ({ who, body: { machineId } }) =>
      floor.cancel({ playerId: who.playerId, machineId }),
    );
  };
}
