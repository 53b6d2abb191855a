/**
 * Calls that a member may not make, in the audit log: somebody tries what is not theirs to do. The console offers no such call,
 * except where rights were taken away a moment ago. Of each member a few in a quarter of an hour are written: they can't fill
 * the log.
 */
import type { FastifyRequest } from "fastify";
import { originOf } from "../../acts/index.ts";
import type { ActContext } from "../../acts/index.ts";
import { recordAct } from "../../audit/index.ts";
import { RateLimiter } from "../../rateLimiter.ts";
import type { Rate } from "../../rateLimiter.ts";
import type { Member } from "../../staff/index.ts";

const PER_MEMBER: Rate = { tokens: 10, perMs: 15 * 60_000, refill: "at once" };
const written = new WeakMap<ActContext, RateLimiter>();

function limiterOf(acts: ActContext): RateLimiter {
  const found = written.get(acts) ?? new RateLimiter(PER_MEMBER);
  written.set(acts, found);
  return found;
}

/** @param call what was asked for: "POST /players/:id/credit". A row that can't be written is an error in the server's log. */
export async function recordRefusedCall(
  acts: ActContext,
  { id, name, permissions }: Member,
  { ip }: Pick<FastifyRequest, "ip">,
  call: string,
  error: unknown,
): Promise<void> {
  if (limiterOf(acts).take(String(id)) > 0) return;
  const because = error instanceof Error ? error.message : String(error);
  await recordAct(acts.storage.db, {
    by: name,
    via: "console",
    from: originOf({ via: "console", by: name, from: ip, why: null, staffId: id, permissions }),
    act: "console.call",
    target: call,
    before: null,
    after: { outcome: "refused", because },
    why: null,
  }).catch((failure: unknown) => acts.onNotRecorded(failure));
}
