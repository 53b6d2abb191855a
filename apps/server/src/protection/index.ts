/**
 * Player protection: limits that players set for themselves, reality check, break and self-exclusion. It decides what a
 * player may do. It moves no money and ends no session; its callers do.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Protection as ProtectionAnswer } from "@reelcast/contract";
import { iso, mayLogIn, readProtection } from "./absences.ts";
import { createChanges } from "./changes.ts";
import { allowanceOf, depositLeft, displayedUsage, lossReached, timeReached } from "./limits.ts";
import type { LimitStatus } from "./limits.ts";
import { limitStatuses } from "./limitStore.ts";
import type { Protection, ProtectionOptions } from "./types.ts";

export { mayLogIn } from "./absences.ts";
export { periodAt } from "./periods.ts";
export type { Protection, ProtectionOptions } from "./types.ts";

/** @throws AppError LossLimitReached */
function refuseLoss(all: readonly LimitStatus[]): void {
  const until = lossReached(all);
  if (until !== null) throw new AppError(ErrorCode.LossLimitReached, { until: iso(until) });
}

export function createProtection(options: ProtectionOptions): Protection {
  const { db, timeZone } = options;
  const now = options.now ?? (() => new Date());

  async function of(playerId: number): Promise<ProtectionAnswer> {
    const at = now();
    const [stored, all] = await Promise.all([
      readProtection(db, playerId),
      limitStatuses(db, playerId, { at, timeZone, always: true }),
    ]);
    const ifInForce = (until: number | null) => (until !== null && until > at.getTime() ? iso(until) : null);
    return {
      realityCheckMinutes: stored.realityCheckMinutes,
      limits: all.map(({ kind, period, value, pending, used, resetsAt }) => ({
        kind,
        period,
        value,
        used: displayedUsage({ kind, used }),
        resetsAt: iso(resetsAt),
        pending: pending === null ? null : { value: pending.value, from: iso(pending.from) },
      })),
      breakUntil: ifInForce(stored.breakUntil),
      exclusionUntil: ifInForce(stored.exclusionUntil),
    };
  }

  const mayEnter = (playerId: number) => mayLogIn(db, playerId, now());

  return {
    of,
    ...createChanges({ ...options, now, of }),
    mayEnter,
    async mayJoin(playerId) {
      await mayEnter(playerId);
      const all = await limitStatuses(db, playerId, { at: now(), timeZone });
      refuseLoss(all);
      const until = timeReached(all);
      if (until !== null) throw new AppError(ErrorCode.TimeLimitReached, { until: iso(until) });
    },
    async mayCashIn(playerId, amount) {
      await mayEnter(playerId);
      const all = await limitStatuses(db, playerId, { at: now(), timeZone });
      refuseLoss(all);
      const left = depositLeft(all);
      if (left !== null && amount > left) throw new AppError(ErrorCode.DepositLimitReached, { amount: left });
    },
    async allowance(playerId) {
      const at = now();
      const [stored, all] = await Promise.all([
        readProtection(db, playerId),
        limitStatuses(db, playerId, { at, timeZone }),
      ]);
      return allowanceOf(all, stored, stored.realityCheckMinutes, at.getTime());
    },
  };
}
