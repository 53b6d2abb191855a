/**
 * Claims of promotions, and what can be claimed. The specification makes claims GET although they move money. So requests
 * that a browser sends ahead, or for a page of another site, are refused; and the token is in a header, which no link or
 * picture can send.
 */
import { AppError, CALLS, ErrorCode } from "@reelcast/contract";
import type { CodedError, PromotionKind } from "@reelcast/contract";
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { Promotions } from "../../promotions/index.ts";
import type { Guard } from "../guard.ts";
import { answerError } from "./errors.ts";
import { route } from "./route.ts";

/** The header with the origin of a request's page. All supported browsers send it, other clients do not. */
const SITE = "sec-fetch-site";
const AHEAD = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** @throws AppError OriginNotAccepted for a request ahead of use, or of another site's page */
function onPurpose({ headers }: FastifyRequest): void {
  const ahead = AHEAD.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")));
  const site = headers[SITE];
  if (ahead || (site !== undefined && site !== "same-origin")) throw new AppError(ErrorCode.OriginNotAccepted);
}

export function promotionRoutes({ promotions, guard }: { promotions: Promotions; guard: Guard }): FastifyPluginAsync {
  return async (app) => {
    // As a granted claim has it.
    app.setErrorHandler((error: FastifyError | CodedError, request, reply) =>
      answerError(error, request, reply, { status: 0 }),
    );
    const claim = async (kind: PromotionKind, playerId: number, request: FastifyRequest) => {
      onPurpose(request);
      guard.origin(request.headers);
      const { amount } = await promotions.claim({ playerId, kind, ip: request.ip });
      request.log.info({ playerId, promotion: kind, amount }, "a promotion was granted");
      return { status: 1, code: ErrorCode.Success, Params: { amount }, ErrorMessage: "" };
    };
    route(app, guard, CALLS.discount, ({ who, request }) => claim("discount", who.playerId, request));
    route(app, guard, CALLS.bonus, ({ who, request }) => claim("bonus", who.playerId, request));
    route(app, guard, CALLS.weeklyBonus, ({ who, request }) => claim("weekly", who.playerId, request));
    route(app, guard, CALLS.promotions, ({ who }) => promotions.states(who.playerId));
  };
}
