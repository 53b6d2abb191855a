/** Declares the route of a call of any contract: checks the input, and answers in the contract's shape. */
import type { Readable } from "node:stream";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { CallShape } from "@reelcast/contract";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { output, ZodMiniType } from "zod/mini";
import { holdsUnstorable } from "../../unstorable.ts";

type Parsed<C extends CallShape, K extends "params" | "query" | "body"> =
  C extends Record<K, infer S extends ZodMiniType> ? output<S> : undefined;
export type Answer<C extends CallShape> = C extends { answer: infer S extends ZodMiniType }
  ? output<S>
  : C extends { file: string }
    ? Readable
    : undefined;

/** @typeParam W who makes the call */
export interface Input<C extends CallShape, W> {
  who: W;
  params: Parsed<C, "params">;
  query: Parsed<C, "query">;
  body: Parsed<C, "body">;
  request: FastifyRequest;
  reply: FastifyReply;
}

function parse(schema: ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (holdsUnstorable(value)) throw new AppError(ErrorCode.TextNotStorable);
  const result = schema.safeParse(value);
  if (!result.success)
    throw new AppError(ErrorCode.InvalidRequest, { field: result.error.issues[0]?.path.join(".") ?? "" });
  return result.data;
}

export function declareCall<C extends CallShape, W>(
  app: FastifyInstance,
  call: C,
  route: {
    url: string;
    method: HTTPMethods | HTTPMethods[];
    exposeHeadRoute: boolean;
    config?: FastifyContextConfig;
    /** Before the input is looked at. @throws AppError */
    identify: (request: FastifyRequest) => Promise<W>;
  },
  handle: (input: Input<C, W>) => Promise<Answer<C>>,
): void {
  const { url, method, exposeHeadRoute, config, identify } = route;
  app.route({
    method,
    url,
    exposeHeadRoute,
    ...(config ? { config } : {}),
    async handler(request, reply) {
      const who = await identify(request);
      const input = {
        who,
        params: parse(call.params, request.params),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? undefined),
        request,
        reply,
      } as Input<C, W>;
      const answer = await handle(input);
      void reply.header("Cache-Control", "no-store");
      if (call.file !== undefined)
        return reply.type(call.file.startsWith("text/") ? `${call.file}; charset=utf-8` : call.file).send(answer);
      if (call.answer === undefined) return reply.code(204).send();
      return reply.send(answer);
    },
  });
}
