/** What members do about themselves. */
import { OWN_CALLS } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import type { Begun } from "../../staff/index.ts";
import { originOf } from "./guard.ts";
import type { Origins } from "./origins.ts";
import { consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

const answerOf = ({ token, expiresAt }: Begun) => ({ token, expiresAt });

/** @param houseName as the settings say it now */
export function ownRoutes(parts: ConsoleRoutes, origins: Origins, houseName: () => string): FastifyPluginAsync {
  const { staff } = parts;
  return async (app) => {
    consoleRoute(app, parts, OWN_CALLS.me, async ({ who }) => ({
      ...(await staff.me(who)),
      house: { name: houseName() },
    }));
    consoleRoute(app, parts, OWN_CALLS.signOut, async ({ who, request }) => {
      await staff.signOut(who, originOf(request));
      return undefined;
    });
    // The route has recorded the use.
    consoleRoute(app, parts, OWN_CALLS.stayActive, async () => undefined);
    consoleRoute(app, parts, OWN_CALLS.socketTicket, async ({ who }) => ({ ticket: await staff.ticket(who) }));
    consoleRoute(app, parts, OWN_CALLS.startWall, async ({ who, request }) =>
      answerOf(await staff.startWall(who, originOf(request))),
    );
    consoleRoute(app, parts, OWN_CALLS.ownSessions, ({ who }) => staff.sessions(who));
    consoleRoute(app, parts, OWN_CALLS.endSession, async ({ who, params, request }) => {
      await staff.endSession(who, params.id, originOf(request));
      return undefined;
    });
    consoleRoute(app, parts, OWN_CALLS.endOtherSessions, async ({ who, request }) => ({
      ended: await staff.endOtherSessions(who, originOf(request)),
    }));
    consoleRoute(app, parts, OWN_CALLS.changePassword, async ({ who, body, request }) =>
      answerOf(await staff.changePassword(who, body, originOf(request))),
    );
    consoleRoute(app, parts, OWN_CALLS.beginTotp, ({ who, body }) => staff.beginTotp(who, body.password));
    consoleRoute(app, parts, OWN_CALLS.confirmTotp, async ({ who, body, request }) =>
      answerOf(await staff.confirmTotp(who, body, originOf(request))),
    );
    consoleRoute(app, parts, OWN_CALLS.newRecoveryCodes, async ({ who, body, request }) => ({
      codes: await staff.newRecoveryCodes(who, body.password, originOf(request)),
    }));
    consoleRoute(app, parts, OWN_CALLS.passkeys, ({ who }) => staff.passkeys(who));
    consoleRoute(app, parts, OWN_CALLS.beginPasskey, ({ who, body, request }) =>
      staff.beginPasskey(who, body.password, origins.siteOf(request.headers)),
    );
    consoleRoute(app, parts, OWN_CALLS.addPasskey, async ({ who, body, request }) =>
      answerOf(await staff.addPasskey(who, body, origins.siteOf(request.headers), originOf(request))),
    );
    consoleRoute(app, parts, OWN_CALLS.removePasskey, async ({ who, params, body, request }) => {
      await staff.removePasskey(who, { id: params.id, password: body.password }, originOf(request));
      return undefined;
    });
  };
}
