/**
 * Player protection: limits that players set for themselves, reality check, break and self-exclusion. It decides what a
 * player may do. It moves no money and ends no session; its callers do.
 */
import type { Protection as ProtectionAnswer } from "@reelcast/contract";
import { iso, readProtection } from "./absences.ts";
import { isUnder25, readAge, writeAge } from "./age.ts";
import { createChanges } from "./changes.ts";
import { isPromptDue } from "./limitPrompt.ts";
import { createChecks } from "./checks.ts";
import { allowanceOf, displayedUsage, lapsesAt, realityCheckInForce } from "./limits.ts";
import { limitStatuses } from "./limitStore.ts";
import type { Protection, ProtectionOptions } from "./types.ts";

export { mayLogIn } from "./absences.ts";
export { MINIMUM_AGE, isDateOfBirth, yearsOld } from "./age.ts";
export type { Age } from "./age.ts";
export { periodAt } from "./periods.ts";
export type { Protection, ProtectionOptions } from "./types.ts";

export function createProtection(options: ProtectionOptions): Protection {
  const { db, timeZone, rules } = options;
  const now = options.now ?? (() => new Date());

  async function of(playerId: number): Promise<ProtectionAnswer> {
    const at = now();
    const [stored, all] = await Promise.all([
      readProtection(db, playerId),
      limitStatuses(db, playerId, { at, timeZone, always: true }),
    ]);
    const { realityCheckMinutes: realityCheckAtMost, limitPrompt } = rules();
    const ifInForce = (until: number | null) => (until !== null && until > at.getTime() ? iso(until) : null);
    return {
      realityCheckMinutes: realityCheckInForce(stored.realityCheckMinutes, realityCheckAtMost),
      realityCheckAtMost: realityCheckAtMost === 0 ? null : realityCheckAtMost,
      limits: all.map(({ kind, period, value, pending, used, resetsAt }) => ({
        kind,
        period,
        value,
        used: displayedUsage({ kind, used }),
        resetsAt: iso(resetsAt),
        pending:
          pending === null ? null : { value: pending.value, from: iso(pending.from), until: iso(lapsesAt(pending)) },
      })),
      breakUntil: ifInForce(stored.breakUntil),
      exclusionUntil: ifInForce(stored.exclusionUntil),
      ...(isPromptDue(all, stored, { limitPrompt, now: at.getTime() }) ? { limitPrompt: true } : {}),
    };
  }

  return {
    of,
    ...createChanges({ ...options, now, of }),
    ...createChecks({ db, timeZone, rules, now }),
    age: (playerId) => readAge(db, playerId),
    async setAge(playerId, age) {
      await writeAge(db, playerId, age);
      options.onChange(playerId);
    },
    async allowance(playerId) {
      const at = now();
      const moment = at.getTime();
      const [stored, all, age] = await Promise.all([
        readProtection(db, playerId),
        limitStatuses(db, playerId, { at, timeZone }),
        readAge(db, playerId),
      ]);
      const realityCheckMinutes = realityCheckInForce(stored.realityCheckMinutes, rules().realityCheckMinutes);
      const facts = { absence: stored, realityCheckMinutes, isUnder25: isUnder25(age, moment, timeZone) };
      return allowanceOf(all, facts, moment);
    },
  };
}
