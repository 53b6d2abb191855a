/** Declares a route from its call in the players' contract: checks the caller, and leaves the rest to `declareCall`. */
import type { Call } from "@reelcast/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PlayerIdentity } from "../../accounts/index.ts";
import type { Guard } from "../guard.ts";
import { declareCall } from "./declare.ts";
import type { Answer, Input } from "./declare.ts";

export const API_BASE = "/api/v1";

/** `who`: null if the call needs no login of a player. */
export type CallContext<C extends Call> = Input<C, C["auth"] extends "player" ? PlayerIdentity : null>;

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
  declareCall<C, C["auth"] extends "player" ? PlayerIdentity : null>(
    app,
    call,
    {
      url: pathOf(call),
      method: call.alsoPost ? ["GET", "POST"] : call.method,
      // A HEAD would have the effects of the GET: money moved, a chat marked as read, a new token, a long read.
      exposeHeadRoute: call.root === "site",
      ...(call.auth === "player" ? { config: { counts: "caller" as const } } : {}),
      async identify(request) {
        const who =
          call.auth === "player"
            ? await guard.player(request, (token) => refused?.(token, request) ?? Promise.resolve())
            : null;
        if (who && call.polled !== true) guard.used(who);
        return who as C["auth"] extends "player" ? PlayerIdentity : null;
      },
    },
    handle,
  );
}
