/** Every refusal as `{ErrorMessage, code, Params}` with its HTTP status; what went wrong inside stays in the log. */
import { AppError } from "@reelcast/contract";
import type { FastifyError, FastifyInstance } from "fastify";

/** Fastify's own refusals, in codes of the catalogue. */
function translate(error: FastifyError): AppError | null {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new AppError(41300);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new AppError(41500);
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new AppError(40000);
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError(40000)
        : null;
  }
}

export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = error instanceof AppError ? error : translate(error);
    if (!refusal) request.log.error({ err: error, route: request.routeOptions.url }, "a call failed");
    const answer = refusal ?? new AppError(50000);
    const seconds =
      answer.params["seconds"] ??
      (typeof answer.params["minutes"] === "number" ? answer.params["minutes"] * 60 : undefined);
    if (answer.status === 429 && typeof seconds === "number") void reply.header("Retry-After", seconds);
    return reply
      .code(answer.status)
      .type("application/json")
      .header("Cache-Control", "no-store")
      .send(answer.toAnswer());
  });
}
