/** What managers do with the staff. */
import { STAFF_CALLS } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

export function staffRoutes(parts: ConsoleRoutes): FastifyPluginAsync {
  const { acts, staff } = parts;
  return async (app) => {
    consoleRoute(app, parts, STAFF_CALLS.staff, () => staff.administration.list(acts.storage.reads));
    consoleRoute(app, parts, STAFF_CALLS.addStaff, async ({ who, body, request }) => {
      const { name, roles, why } = body;
      const { result } = await ACTS.staff.add.run(acts, actorOf(who, request, why), { name, roles });
      return { id: result.id, link: result.link };
    });
    consoleRoute(app, parts, STAFF_CALLS.changeRoles, async ({ who, params, body, request }) => {
      const { roles, seen, why } = body;
      await ACTS.staff.roles.run(acts, actorOf(who, request, why), { staffId: params.id, roles, seen });
      return undefined;
    });
    consoleRoute(app, parts, STAFF_CALLS.disableStaff, async ({ who, params, body, request }) => {
      await ACTS.staff.disable.run(acts, actorOf(who, request, body.why), { staffId: params.id });
      return undefined;
    });
    consoleRoute(app, parts, STAFF_CALLS.enableStaff, async ({ who, params, body, request }) => {
      await ACTS.staff.enable.run(acts, actorOf(who, request, body.why), { staffId: params.id });
      return undefined;
    });
    consoleRoute(app, parts, STAFF_CALLS.resetStaff, async ({ who, params, body, request }) => {
      const { result } = await ACTS.staff.reset.run(acts, actorOf(who, request, body.why), { staffId: params.id });
      return { link: result.link };
    });
  };
}
