/** Signing in to the console. */
import { SIGN_IN_CALLS } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import type { Begun } from "../../staff/index.ts";
import { originOf } from "./guard.ts";
import type { Origins } from "./origins.ts";
import { consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

const answerOf = ({ token, expiresAt }: Begun) => ({ step: "done" as const, token, expiresAt });

export function signInRoutes(parts: ConsoleRoutes, origins: Origins): FastifyPluginAsync {
  const { staff } = parts;
  return async (app) => {
    consoleRoute(app, parts, SIGN_IN_CALLS.signIn, ({ body, request }) => staff.signIn(body, originOf(request)));
    consoleRoute(app, parts, SIGN_IN_CALLS.secondFactor, async ({ body, request }) =>
      answerOf(await staff.secondFactor(body, originOf(request))),
    );
    consoleRoute(app, parts, SIGN_IN_CALLS.passkeySignInOptions, ({ request }) =>
      staff.passkeySignInOptions(origins.siteOf(request.headers)),
    );
    consoleRoute(app, parts, SIGN_IN_CALLS.passkeySignIn, async ({ body, request }) =>
      answerOf(await staff.passkeySignIn(body, origins.siteOf(request.headers), originOf(request))),
    );
    consoleRoute(app, parts, SIGN_IN_CALLS.link, ({ body }) => staff.link(body.token));
    consoleRoute(app, parts, SIGN_IN_CALLS.openLink, async ({ body, request }) =>
      answerOf(await staff.openLink(body, originOf(request))),
    );
  };
}
