/** Login, validate, logout, password, PIN and tickets. */
import { ACCOUNT_CALLS, CALLS, LINK_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import type { Guard } from "../guard.ts";
import { browserOf, keepBrowser, newBrowser } from "./browser.ts";
import { pathOf, route } from "./route.ts";

export function loginRoutes({ accounts, guard }: { accounts: Accounts; guard: Guard }): FastifyPluginAsync {
  const mustBePermitted = (request: FastifyRequest) =>
    guard.address(request, ({ country }) =>
      accounts.logRefusal({ type: "LOGIN_NOT_ALLOWED", ip: request.ip, detail: `network ${country}`.trim() }),
    );
  return async (app) => {
    app.addHook("onRoute", (declared) => {
      // Accounts has queues for logins: known players of a network come first, and a delayed refusal has no place in them.
      if (declared.url === pathOf(CALLS.login))
        declared.config = { ...declared.config, ownQueue: true, counts: "login" };
      if (declared.url === pathOf(LINK_CALLS.followLink)) declared.config = { ...declared.config, counts: "login" };
    });
    route(app, guard, CALLS.login, async ({ body, request, reply }) => {
      await mustBePermitted(request);
      const browser = browserOf(request) ?? newBrowser();
      const answer = await accounts.login({
        username: body.username,
        password: body.password,
        siteId: body.site_id,
        ip: request.ip,
        browser,
      });
      keepBrowser(request, reply, browser);
      return answer;
    });
    route(app, guard, LINK_CALLS.followLink, async ({ body, request }) => {
      await mustBePermitted(request);
      return accounts.followLink({ token: body.token, requestId: body.requestId, ip: request.ip });
    });
    route(
      app,
      guard,
      CALLS.validate,
      ({ who, request }) => accounts.validate(who, request.ip),
      (token, request) => accounts.logRefusedToken(token, request.ip),
    );
    route(app, guard, CALLS.logout, async ({ who, request }) => {
      await accounts.logout(who, request.ip);
      return undefined;
    });
    route(app, guard, CALLS.password, ({ who, body, request }) => accounts.changePassword(who, body, request.ip));
    route(app, guard, CALLS.ticket, async ({ who }) => ({ token: await accounts.issueTicket(who) }));
    route(app, guard, CALLS.pin, async ({ who, body, request }) => {
      await accounts.checkPin(who, body.pin, request.ip);
      return undefined;
    });
    route(app, guard, ACCOUNT_CALLS.choosePin, ({ who, body, request }) =>
      accounts.choosePin(who, body.pin, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.changePin, ({ who, body, request }) => accounts.changePin(who, body, request.ip));
  };
}
