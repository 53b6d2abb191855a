/**
 * Who makes a call of the console, and whether the person may: by the token of a header alone. Cookies are no proof, since all
 * ports of a host share them, and neither is a token in an address, which logs keep.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode, permissionsOf } from "@reelcast/contract/console";
import type { ConsoleCall, Permission } from "@reelcast/contract/console";
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../networkOf.ts";
import { RateLimiter, perMinute } from "../../rateLimiter.ts";
import { secretDigest } from "../../secretDigest.ts";
import type { Member, Origin, Staff } from "../../staff/index.ts";
import { bearerOf } from "../guard.ts";
import type { Guard } from "../guard.ts";
import type { RefusedCalls } from "./refusedCalls.ts";

/** Checks of unknown tokens for one network: each is a query. */
const CHECKS_PER_NETWORK = perMinute(300);
const MAX_KNOWN = 1_000;
const MAX_TICKET = 200;

/** What a call says of who may make it. */
type Guarded = Pick<ConsoleCall, "permission" | "wall">;

export interface ConsoleGuard {
  /** The session of a call, or of a socket's ticket, for its limits; null without a valid one. */
  callerOf: Guard["callerOf"];
  /** A refusal of the permission is recorded. @throws AppError TokenInvalid, NotPermitted; ConsoleError SecondFactorRequired */
  member(request: FastifyRequest, call: Guarded): Promise<Member>;
}

/** @throws AppError NotPermitted; ConsoleError SecondFactorRequired where the member's roles would permit it */
export function mustBePermitted(member: Pick<Member, "roles" | "permissions">, permission: Permission): void {
  if (member.permissions.includes(permission)) return;
  if (permissionsOf(member.roles).includes(permission)) throw new ConsoleError(ConsoleErrorCode.SecondFactorRequired);
  throw new AppError(ErrorCode.NotPermitted);
}

/** @throws as `mustBePermitted`; AppError NotPermitted to a session of the wall for a call that is not the wall's */
function mustBeAllowed(member: Member, { permission, wall }: Guarded): void {
  if (member.wall && wall !== true) throw new AppError(ErrorCode.NotPermitted);
  if (permission !== null) mustBePermitted(member, permission);
}

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  agent: request.headers["user-agent"] ?? "",
});

/** The ticket in a socket's address; empty: none. */
export function ticketOf({ query }: FastifyRequest): string {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === "string" ? ticket.slice(0, MAX_TICKET) : "";
}

export function createConsoleGuard(
  staff: Pick<Staff, "check" | "ticketOwner">,
  refusedCalls: Pick<RefusedCalls, "record">,
): ConsoleGuard {
  /** Tokens that were valid in this process, the oldest first: their checks are not limited. */
  const known = new Set<string>();
  const unknown = new RateLimiter(CHECKS_PER_NETWORK);
  /** One check for each call that only reads. */
  const checked = new WeakMap<FastifyRequest, Promise<Member>>();

  async function check(request: FastifyRequest): Promise<Member> {
    const token = bearerOf(request);
    if (token === null) throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
    const name = secretDigest(token);
    if (!known.has(name)) unknown.count(networkOf(request.ip));
    const member = await staff.check(token).catch((error: unknown) => {
      known.delete(name);
      throw error;
    });
    known.add(name);
    const [oldest] = known;
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return member;
  }
  function memberOf(request: FastifyRequest): Promise<Member> {
    const found = checked.get(request) ?? check(request);
    checked.set(request, found);
    return found;
  }
  return {
    async callerOf(request) {
      if (request.routeOptions.config.counts === "socket") return staff.ticketOwner(ticketOf(request));
      if (bearerOf(request) === null) return null;
      return memberOf(request).then(
        ({ sessionId }) => sessionId,
        (error: unknown) => {
          // A call with a wrong token counts for the network.
          if (error instanceof AppError && error.status === 401) return null;
          throw error;
        },
      );
    },
    async member(request, call) {
      // A body may come slowly: what changes something asks again, so that rights that were taken meanwhile do not count.
      const member = request.method === "GET" ? await memberOf(request) : await check(request);
      try {
        mustBeAllowed(member, call);
      } catch (error) {
        await refusedCalls.record(member, request, error);
        throw error;
      }
      return member;
    },
  };
}
