/** What players set for their own protection, and its state. Only their own: the token decides whose. */
import { ACCOUNT_CALLS } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import type { Protection } from "../../protection/index.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

export interface ProtectionParts {
  protection: Pick<
    Protection,
    "of" | "setLimit" | "confirmLimit" | "declineLimitPrompt" | "setRealityCheck" | "takeBreak" | "selfExclude"
  >;
  accounts: Pick<Accounts, "confirmPassword">;
  guard: Guard;
}

export function protectionRoutes({ protection, accounts, guard }: ProtectionParts): FastifyPluginAsync {
  return async (app) => {
    route(app, guard, ACCOUNT_CALLS.protection, ({ who }) => protection.of(who.playerId));
    route(app, guard, ACCOUNT_CALLS.setLimit, ({ who, body, request }) =>
      protection.setLimit(who.playerId, body, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.confirmLimit, ({ who, body, request }) =>
      protection.confirmLimit(who.playerId, body, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.declineLimitPrompt, ({ who, request }) =>
      protection.declineLimitPrompt(who.playerId, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.setRealityCheck, ({ who, body: { minutes }, request }) =>
      protection.setRealityCheck(who.playerId, minutes, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.takeBreak, ({ who, body: { days }, request }) =>
      protection.takeBreak(who.playerId, days, request.ip),
    );
    route(app, guard, ACCOUNT_CALLS.selfExclude, async ({ who, body: { months, password }, request }) => {
      await accounts.confirmPassword(who, password);
      return protection.selfExclude(who.playerId, months, request.ip);
    });
  };
}
