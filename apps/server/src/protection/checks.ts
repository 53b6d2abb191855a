/** Whether a player may do something now: log in, sit down, move money to a machine, or have money paid into the account. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { iso, mayLogIn } from "./absences.ts";
import { assertAge } from "./age.ts";
import { lockProtection } from "./changes.ts";
import { amountLeft, lossReached, timeReached } from "./limits.ts";
import type { LimitStatus } from "./limits.ts";
import { limitStatuses } from "./limitStore.ts";
import type { Protection, ProtectionOptions } from "./types.ts";

type Parts = Pick<ProtectionOptions, "db" | "timeZone" | "rules"> & { now: () => Date };
type Checks = Pick<Protection, "mayEnter" | "mayJoin" | "mayCashIn" | "mayDeposit">;

/** @throws AppError LossLimitReached */
function refuseLoss(all: readonly LimitStatus[]): void {
  const until = lossReached(all);
  if (until !== null) throw new AppError(ErrorCode.LossLimitReached, { until: iso(until) });
}

export function createChecks({ db, timeZone, rules, now }: Parts): Checks {
  const mayEnter = (playerId: number) => mayLogIn(db, playerId, now());
  return {
    mayEnter,
    async mayJoin(playerId) {
      await mayEnter(playerId);
      await assertAge(db, playerId, rules());
      const all = await limitStatuses(db, playerId, { at: now(), timeZone });
      refuseLoss(all);
      const until = timeReached(all);
      if (until !== null) throw new AppError(ErrorCode.TimeLimitReached, { until: iso(until) });
    },
    async mayCashIn(playerId, amount) {
      await mayEnter(playerId);
      await assertAge(db, playerId, rules());
      const all = await limitStatuses(db, playerId, { at: now(), timeZone });
      refuseLoss(all);
      const left = amountLeft(all, "cashIn");
      if (left !== null && amount > left) throw new AppError(ErrorCode.CashInLimitReached, { amount: left });
    },
    async mayDeposit(trx, playerId, amount) {
      await lockProtection(trx, playerId);
      const left = amountLeft(await limitStatuses(trx, playerId, { at: now(), timeZone }), "deposit");
      if (left !== null && amount > left) throw new AppError(ErrorCode.DepositLimitReached, { amount: left });
    },
  };
}
