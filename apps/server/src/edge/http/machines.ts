/** The lobby: brands, their machines, and jackpots. */
import { CALLS, LOBBY_CALLS } from "@reelcast/contract";
import type { Jackpot } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { FloorService } from "../../floor/index.ts";
import { perMinute, RateLimiter } from "../../rateLimiter.ts";
import { STILL_PERIOD_MS } from "../../video/index.ts";
import type { Video, WantedStill } from "../../video/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface MachineParts {
  floor: FloorService;
  video: Pick<Video, "stills">;
  jackpots: () => Promise<readonly Jackpot[]>;
  guard: Guard;
}

/** Requests for stills of one player: an answer serves for two seconds, and some players have several pages open. */
const STILLS_PER_MINUTE = 120;

/** Each machine once, as first listed. @param list as the contract describes it: "3,8:1795351234567" */
export function readWanted(list: string): WantedStill[] {
  const wanted = new Map<number, WantedStill>();
  for (const item of list.split(",")) {
    const [first, version] = item.split(":");
    const id = Number(first);
    if (!wanted.has(id)) wanted.set(id, { id, version: version === undefined ? null : Number(version) });
  }
  return [...wanted.values()];
}

export function machineRoutes({ floor, video, jackpots, guard }: MachineParts): FastifyPluginAsync {
  const stills = new RateLimiter(perMinute(STILLS_PER_MINUTE));
  return async (app) => {
    route(app, guard, CALLS.brands, ({ who }) => floor.brands(who.playerId));
    route(app, guard, LOBBY_CALLS.machines, async ({ who, query, reply }) => {
      const { machines, next } = await floor.machines(who.playerId, query);
      // Clients that ask for all of them see the list alone.
      if (next !== null) void reply.header("X-Next-Cursor", next);
      return machines;
    });
    route(app, guard, CALLS.stills, async ({ who, query }) => {
      mustBeAllowedToPlay(who);
      stills.count(who.playerId);
      const sees = await floor.whoSees();
      const wanted = readWanted(query.machines).filter(({ id }) => sees(who.playerId, id));
      return { stills: await video.stills(wanted), nextMs: STILL_PERIOD_MS };
    });
    route(app, guard, CALLS.brandLobby, ({ who, params }) => floor.brandLobby(who.playerId, params.id));
    route(app, guard, CALLS.jackpots, async () =>
      (await jackpots()).map(({ id, name, amount }) => ({ id, name, amount })),
    );
  };
}
