/** Declares a route from its call in the console's contract: checks the member and the permission first. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ConsoleCall } from "@reelcast/contract/console";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ActContext, Actor } from "../../acts/index.ts";
import { InputError } from "../../input.ts";
import type { Member, Staff } from "../../staff/index.ts";
import { declareCall } from "../http/declare.ts";
import type { Answer, Input } from "../http/declare.ts";
import { API_BASE } from "../http/route.ts";
import type { ConsoleGuard } from "./guard.ts";

/** What each file of calls is given. */
export interface ConsoleRoutes {
  guard: ConsoleGuard;
  staff: Staff;
  acts: ActContext;
}
/** Who carries out an act, for the audit log and for the act's own check of the permission. */
export const actorOf = (
  { id, name, permissions }: Member,
  request: Pick<FastifyRequest, "ip">,
  why: string | undefined,
): Actor => ({ via: "console", by: name, from: request.ip, why: why ?? null, staffId: id, permissions });

type Caller<C extends ConsoleCall> = C["auth"] extends "staff" ? Member : null;

/** What a person does. Pages read again by themselves, at every push, so that reading shows nothing of a person. */
const keepsSession = ({ method, polled }: ConsoleCall): boolean => method !== "GET" && polled !== true;

export const consolePath = (call: ConsoleCall): string => `${API_BASE}${call.path}`;

export function consoleRoute<const C extends ConsoleCall>(
  app: FastifyInstance,
  { guard, staff }: ConsoleRoutes,
  call: C,
  handle: (input: Input<C, Caller<C>>) => Promise<Answer<C>>,
): void {
  async function identify(request: FastifyRequest): Promise<Member | null> {
    if (call.auth !== "staff") return null;
    const member = await guard.member(request, call);
    if (keepsSession(call)) await staff.used(member);
    return member;
  }
  declareCall<C, Caller<C>>(
    app,
    call,
    {
      url: consolePath(call),
      method: call.method,
      exposeHeadRoute: false,
      // Who has no session yet can only begin one.
      config: { counts: call.auth === "staff" ? ("caller" as const) : ("login" as const) },
      identify: (request) => identify(request) as Promise<Caller<C>>,
    },
    (input) =>
      handle(input).catch((error: unknown) => {
        // A sentence for the command line, which has no code.
        if (!(error instanceof InputError)) throw error;
        throw new AppError(ErrorCode.InvalidRequest, {}, { cause: error });
      }),
  );
}
