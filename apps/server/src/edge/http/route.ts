/** Declares a route from its call in the contract: checks the caller and the input, and answers in the contract's shape. */
import type { Readable } from "node:stream";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Call } from "@reelcast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { output, ZodMiniType } from "zod/mini";
import type { Who } from "../../accounts/index.ts";
import type { Guard } from "../guard.ts";
import { holdsNull } from "../holdsNull.ts";

export const API_BASE = "/api/v1";

type Parsed<C extends Call, K extends "params" | "query" | "body"> =
  C extends Record<K, infer S extends ZodMiniType> ? output<S> : undefined;
type Answer<C extends Call> = C extends { answer: infer S extends ZodMiniType }
  ? output<S>
  : C extends { file: string }
    ? Readable
    : undefined;

export interface CallContext<C extends Call> {
  /** Null if the call needs no login of a player. */
  who: C["auth"] extends "player" ? Who : null;
  params: Parsed<C, "params">;
  query: Parsed<C, "query">;
  body: Parsed<C, "body">;
  request: FastifyRequest;
  reply: FastifyReply;
}

function parse(schema: ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (holdsNull(value)) throw new AppError(ErrorCode.InvalidRequest, { field: "" });
  const result = schema.safeParse(value);
  if (!result.success)
    throw new AppError(ErrorCode.InvalidRequest, { field: result.error.issues[0]?.path.join(".") ?? "" });
  return result.data;
}

export function pathOf(call: Call): string {
  return call.root === "site" ? call.path : call.root === "api" ? `/api${call.path}` : `${API_BASE}${call.path}`;
}

export function route<const C extends Call>(
  app: FastifyInstance,
  guard: Guard,
  call: C,
  handle: (context: CallContext<C>) => Promise<Answer<C>>,
  /** Called with a refused token, before the answer is sent. */
  refused?: (token: string, request: FastifyRequest) => Promise<void>,
): void {
  app.route({
    method: call.alsoPost ? ["GET", "POST"] : call.method,
    url: pathOf(call),
    // A HEAD would have the effects of the GET: money moved, a chat marked as read, a new token, a long read.
    exposeHeadRoute: call.root === "site",
    ...(call.auth === "player" ? { config: { counts: "player" as const } } : {}),
    async handler(request, reply) {
      const who =
        call.auth === "player"
          ? await guard.player(request, (token) => refused?.(token, request) ?? Promise.resolve())
          : null;
      if (who && call.polled !== true) guard.used(who);
      const context = {
        who,
        params: parse(call.params, request.params),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? undefined),
        request,
        reply,
      } as CallContext<C>;
      const answer = await handle(context);
      void reply.header("Cache-Control", "no-store");
      if (call.file !== undefined) return reply.type(`${call.file}; charset=utf-8`).send(answer);
      if (call.answer === undefined) return reply.code(204).send();
      return reply.send(answer);
    },
  });
}
