/** Every refusal as `{ErrorMessage, code, Params}` with its HTTP status. Internal causes are only logged. */
import { AppError, CodedError, ErrorCode } from "@reelcast/contract";
import type { ErrorAnswer } from "@reelcast/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askerOf } from "../guard.ts";
import { isDatabaseAway } from "../../storage/index.ts";
import { pathOf } from "./page.ts";

/** Fastify's own refusals, in codes of the catalogue. */
function translate(error: FastifyError): AppError | null {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new AppError(ErrorCode.RequestTooLarge);
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new AppError(ErrorCode.AddressTooLong);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new AppError(ErrorCode.UnsupportedMediaType);
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new AppError(ErrorCode.InvalidRequest);
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError(ErrorCode.InvalidRequest)
        : null;
  }
}

/** `/machine/:id/whep` as a pattern of addresses; null for wildcards. */
function patternOf(url: string): RegExp | null {
  if (url.includes("*")) return null;
  return new RegExp(`^${url.replace(/[.$()+?[\]{}|\\^]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`);
}

/** Logs who was refused, what and why; never headers or bodies, which may be secret. */
function note(request: FastifyRequest, { code, status }: CodedError): void {
  const path = request.routeOptions.url ?? pathOf(request.url).slice(0, 200);
  // At "info", a client above a limit could fill the disk.
  request.log[status === 429 ? "debug" : "info"](
    { code, status, method: request.method, path, ip: request.ip, playerId: askerOf(request) },
    "refused",
  );
}

/** Answers with an error of the catalogue. Any other error is logged and answered as InternalError. @param more of the answer */
export function answerError(
  error: FastifyError | CodedError,
  request: FastifyRequest,
  reply: FastifyReply,
  more: Pick<ErrorAnswer, "status"> = {},
): FastifyReply {
  const away = isDatabaseAway(error);
  const refusal =
    error instanceof CodedError ? error : away ? new AppError(ErrorCode.ServiceUnavailable) : translate(error);
  if (away) request.log.warn({ err: error, route: request.routeOptions.url }, "the database did not answer");
  if (!refusal) request.log.error({ err: error, route: request.routeOptions.url }, "a call failed");
  if (refusal) note(request, refusal);
  const answer = refusal ?? new AppError(ErrorCode.InternalError);
  const seconds =
    // A cooldown has `seconds`, its length, and `remaining`.
    (answer.code === ErrorCode.PromotionCooldown ? answer.params["remaining"] : answer.params["seconds"]) ??
    (typeof answer.params["minutes"] === "number" ? answer.params["minutes"] * 60 : undefined);
  if (answer.status === 429 && typeof seconds === "number") void reply.header("Retry-After", seconds);
  // The server is not ready or its database is away: the same call may be repeated soon.
  if (answer.status === 503) void reply.header("Retry-After", 1);
  return reply
    .code(answer.status)
    .type("application/json")
    .header("Cache-Control", "no-store")
    .send({ ...answer.toAnswer(), ...more });
}

export function installErrors(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const pattern = patternOf(url);
    if (!pattern) return;
    const known = routes.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    routes.set(url, known);
  });
  /** The methods of a request's address, other than its own. */
  function otherMethods(request: FastifyRequest): string[] {
    const path = pathOf(request.url);
    return [...routes.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
  }

  app.setErrorHandler((error: FastifyError | CodedError, request, reply) => {
    const isNothing = request.is404 && error instanceof CodedError && error.code === ErrorCode.NotFound;
    const allowed = isNothing ? otherMethods(request) : [];
    if (allowed.length === 0) return answerError(error, request, reply);
    void reply.header("Allow", [...new Set(allowed)].join(", "));
    return answerError(new AppError(ErrorCode.MethodNotAllowed), request, reply);
  });
}
