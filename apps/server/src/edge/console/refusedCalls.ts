/**
 * Calls that a member may not make, in the audit log: somebody tries what is not theirs to do. The console offers no such call,
 * except where rights were taken away a moment ago. Of each member the first ones of a quarter of an hour are written one by
 * one, and the number of the others at its end: they can't fill the log, and none is left out of it.
 */
import type { FastifyRequest } from "fastify";
import { auditOriginOf } from "../../acts/index.ts";
import type { ActContext } from "../../acts/index.ts";
import { recordAct } from "../../audit/index.ts";
import { createRefusalLog } from "../../refusalLog.ts";
import type { Member } from "../../staff/index.ts";
import { API_BASE } from "../http/route.ts";

interface RefusedCall {
  /** Of whom they are counted together: "staff 12". */
  ip: string;
  by: string;
  from: string | null;
  target: string | null;
  reason: string;
}

export interface RefusedCalls {
  /** Records that a call was refused to a member. A row that can't be written is an error in the server's log. */
  record(member: Member, request: FastifyRequest, error: unknown): Promise<void>;
  /** Writes the numbers that are counted in memory. */
  flush(): Promise<void>;
}

export function createRefusedCalls(acts: ActContext, now: () => Date = () => new Date()): RefusedCalls {
  /** Of the members that were refused something, by "staff 12". */
  const names = new Map<string, string>();
  const log = createRefusalLog<RefusedCall>({
    write: ({ by, from, target, reason }) =>
      recordAct(acts.storage.db, {
        by,
        via: "console",
        from,
        act: "console.call",
        target,
        before: null,
        after: { outcome: "refused", because: reason },
        why: null,
      }),
    more: (ip, reason) => ({ ip, by: names.get(ip) ?? "unknown", from: ip || null, target: null, reason }),
    now,
  });
  const reporting = (work: Promise<void>) => work.catch((failure: unknown) => acts.onNotRecorded(failure));
  return {
    record({ id, name, permissions }, { ip, method, routeOptions }, error) {
      const key = `staff ${id}`;
      names.set(key, name);
      return reporting(
        log.note({
          ip: key,
          by: name,
          from: auditOriginOf({ via: "console", by: name, from: ip, why: null, staffId: id, permissions }),
          // "POST /players/:id/ban"
          target: `${method} ${(routeOptions.url ?? "").replace(API_BASE, "")}`,
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
    },
    flush: () => reporting(log.flush(true)),
  };
}
