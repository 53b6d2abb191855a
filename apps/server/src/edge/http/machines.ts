/** The lobby: brands, their machines, and jackpots. */
import { CALLS } from "@reelcast/contract";
import type { Jackpot } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Floor } from "../../floor/index.ts";
import { STILL_PERIOD_MS } from "../../video/index.ts";
import type { Video, WantedStill } from "../../video/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface MachineParts {
  floor: Floor;
  video: Pick<Video, "stills">;
  jackpots: () => Promise<readonly Jackpot[]>;
  guard: Guard;
}

/** @param list as the contract describes it: "3,8:1795351234567" */
function readWanted(list: string): WantedStill[] {
  return list.split(",").map((item) => {
    const [id, version] = item.split(":");
    return { id: Number(id), version: version === undefined ? null : Number(version) };
  });
}

export function machineRoutes({ floor, video, jackpots, guard }: MachineParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, CALLS.brands, () => floor.brands());
    route(app, guard, CALLS.machines, ({ who }) => floor.machines(who.playerId));
    route(app, guard, CALLS.stills, async ({ who, query }) => {
      mustBeAllowedToPlay(who);
      return { stills: await video.stills(readWanted(query.machines)), nextMs: STILL_PERIOD_MS };
    });
    route(app, guard, CALLS.brandLobby, ({ who, params }) => floor.brandLobby(who.playerId, params.id));
    route(app, guard, CALLS.jackpots, async () =>
      (await jackpots()).map(({ id, name, amount }) => ({ id, name, amount })),
    );
  };
}
