/**
 * Calls that a member may not make, in the audit log: somebody tries what is not theirs to do. The console offers no such call,
 * except where rights were taken away a moment ago. Of each member a few in a quarter of an hour are written: they can't fill
 * the log.
 */
import type { FastifyRequest } from "fastify";
import { auditOriginOf } from "../../acts/index.ts";
import type { ActContext } from "../../acts/index.ts";
import { recordAct } from "../../audit/index.ts";
import { RateLimiter } from "../../rateLimiter.ts";
import type { Rate } from "../../rateLimiter.ts";
import type { Member } from "../../staff/index.ts";
import { API_BASE } from "../http/route.ts";

const PER_MEMBER: Rate = { tokens: 10, perMs: 15 * 60_000, refill: "at once" };

/** Records that a call was refused to a member. A row that can't be written is an error in the server's log. */
export type RecordRefusedCall = (member: Member, request: FastifyRequest, error: unknown) => Promise<void>;

export function createRefusedCalls(acts: ActContext): RecordRefusedCall {
  const written = new RateLimiter(PER_MEMBER);
  return async ({ id, name, permissions }, { ip, method, routeOptions }, error) => {
    if (written.take(id) > 0) return;
    const because = error instanceof Error ? error.message : String(error);
    await recordAct(acts.storage.db, {
      by: name,
      via: "console",
      from: auditOriginOf({ via: "console", by: name, from: ip, why: null, staffId: id, permissions }),
      act: "console.call",
      // "POST /players/:id/ban"
      target: `${method} ${(routeOptions.url ?? "").replace(API_BASE, "")}`,
      before: null,
      after: { outcome: "refused", because },
      why: null,
    }).catch((failure: unknown) => acts.onNotRecorded(failure));
  };
}
