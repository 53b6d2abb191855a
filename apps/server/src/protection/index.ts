/**
 * Player protection: limits that players set for themselves, reality check, break and self-exclusion. It decides what a
 * player may do. It moves no money and ends no session; its callers do.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { LimitKind, LimitPeriod, LogType, Protection as ProtectionAnswer } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import { periodAt } from "./periods.ts";
import {
  ALL_LIMITS,
  NO_LIMIT,
  allowanceOf,
  requestLimit,
  absenceInForce,
  breakUntil,
  depositLeft,
  exclusionUntil,
  inForce,
  limitChange,
  lossReached,
  timeReached,
  displayedUsage,
} from "./limits.ts";
import type { Absence, Allowance, Limit, LimitStatus } from "./limits.ts";
import { readUsage } from "./usage.ts";

export { periodAt } from "./periods.ts";

export interface ProtectionOptions {
  db: Db;
  now?: () => Date;
  /** IANA time zone of days, weeks and months. */
  timeZone: string;
  /** Writes into the player's log, within the change itself. */
  log: (trx: Trx, playerId: number, type: LogType, ip: string | null, detail: string) => Promise<void>;
  /**
   * Ends every login of a player within the transaction. Resolves with a function that closes the sockets, to be called
   * after the commit.
   */
  endLogins: (trx: Trx, playerId: number, reason: "break" | "excluded") => Promise<() => void>;
  /** Called after each change that affects the player's open session. */
  onChange: (playerId: number) => void;
}

export interface Protection {
  of(playerId: number): Promise<ProtectionAnswer>;
  setLimit(
    playerId: number,
    limit: { kind: LimitKind; period: LimitPeriod; value: number | null },
    ip: string | null,
  ): Promise<ProtectionAnswer>;
  setRealityCheck(playerId: number, minutes: number | null, ip: string | null): Promise<ProtectionAnswer>;
  takeBreak(playerId: number, days: number, ip: string | null): Promise<ProtectionAnswer>;
  /** The caller has verified the password. */
  selfExclude(playerId: number, months: number, ip: string | null): Promise<ProtectionAnswer>;
  /** @throws AppError OnBreak, SelfExcluded */
  mayEnter(playerId: number): Promise<void>;
  /** @throws AppError LossLimitReached, TimeLimitReached, OnBreak, SelfExcluded */
  mayJoin(playerId: number): Promise<void>;
  /** @throws AppError DepositLimitReached, LossLimitReached, OnBreak, SelfExcluded */
  mayCashIn(playerId: number, amount: number): Promise<void>;
  allowance(playerId: number): Promise<Allowance>;
}

const iso = (moment: number) => new Date(moment).toISOString();
const time = (date: Date | null) => date?.getTime() ?? null;

async function readAbsence(on: Db | Trx, playerId: number): Promise<Absence & { realityCheckMinutes: number | null }> {
  const row = await on.selectFrom("player_protection").selectAll().where("player_id", "=", playerId).executeTakeFirst();
  return {
    breakUntil: time(row?.break_until ?? null),
    exclusionUntil: time(row?.exclusion_until ?? null),
    realityCheckMinutes: row?.reality_check_minutes ?? null,
  };
}

/**
 * For the login, in its transaction: whether this player may log in now.
 * @throws AppError OnBreak, SelfExcluded
 */
export async function mayLogIn(on: Db | Trx, playerId: number, now: Date = new Date()): Promise<void> {
  const barred = absenceInForce(await readAbsence(on, playerId), now.getTime());
  if (barred) throw new AppError(barred.code, { until: iso(barred.until) });
}

export function createProtection(options: ProtectionOptions): Protection {
  const { db, timeZone, log, endLogins, onChange } = options;
  const now = options.now ?? (() => new Date());

  async function limitsOf(on: Db | Trx, playerId: number): Promise<Map<string, Limit>> {
    const rows = await on.selectFrom("player_limits").selectAll().where("player_id", "=", playerId).execute();
    return new Map(
      rows.map(({ kind, period, value, pending_value, pending_from }) => [
        `${kind}/${period}`,
        { value, pending: pending_from === null ? null : { value: pending_value, from: pending_from.getTime() } },
      ]),
    );
  }
  /** The status of every limit; the usage is read only if `always`, or if a limit is set. */
  async function limitStatuses(playerId: number, at: Date, always: boolean): Promise<LimitStatus[]> {
    const moment = at.getTime();
    const limits = await limitsOf(db, playerId);
    const periods = {
      day: periodAt("day", moment, timeZone),
      week: periodAt("week", moment, timeZone),
      month: periodAt("month", moment, timeZone),
    };
    const used = always || limits.size > 0 ? await readUsage(db, playerId, periods, at) : null;
    return ALL_LIMITS.map(({ kind, period }) => ({
      kind,
      period,
      ...inForce(limits.get(`${kind}/${period}`) ?? NO_LIMIT, moment),
      used: used?.[kind][period] ?? 0,
      resetsAt: periods[period].to,
    }));
  }
  async function of(playerId: number): Promise<ProtectionAnswer> {
    const at = now();
    const [absence, all] = await Promise.all([readAbsence(db, playerId), limitStatuses(playerId, at, true)]);
    const still = (until: number | null) => (until !== null && until > at.getTime() ? iso(until) : null);
    return {
      realityCheckMinutes: absence.realityCheckMinutes,
      limits: all.map(({ kind, period, value, pending, used, resetsAt }) => ({
        kind,
        period,
        value,
        used: displayedUsage({ kind, used }),
        resetsAt: iso(resetsAt),
        pending: pending === null ? null : { value: pending.value, from: iso(pending.from) },
      })),
      breakUntil: still(absence.breakUntil),
      exclusionUntil: still(absence.exclusionUntil),
    };
  }

  /** Runs `work` under a row lock that serialises the changes of a player. */
  function change<T>(
    playerId: number,
    work: (trx: Trx, present: Awaited<ReturnType<typeof readAbsence>>) => Promise<T>,
  ) {
    return db.transaction().execute(async (trx) => {
      await trx
        .insertInto("player_protection")
        .values({ player_id: playerId, reality_check_minutes: null, break_until: null, exclusion_until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .selectFrom("player_protection")
        .select("player_id")
        .where("player_id", "=", playerId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return work(trx, await readAbsence(trx, playerId));
    });
  }
  async function startAbsence(
    playerId: number,
    ip: string | null,
    what: { reason: "break" | "excluded"; words: string; until: (present: Absence) => number },
  ): Promise<ProtectionAnswer> {
    const tell = await change(playerId, async (trx, present) => {
      const until = what.until(present);
      const column = what.reason === "break" ? "break_until" : "exclusion_until";
      await trx
        .updateTable("player_protection")
        .set({ [column]: new Date(until) })
        .where("player_id", "=", playerId)
        .execute();
      const type = what.reason === "break" ? "BREAK_TAKEN" : "SELF_EXCLUDED";
      await log(trx, playerId, type, ip, `${what.words} until ${iso(until)}`);
      return endLogins(trx, playerId, what.reason);
    });
    tell();
    return of(playerId);
  }

  async function mayEnter(playerId: number): Promise<void> {
    await mayLogIn(db, playerId, now());
  }
  function refuseLoss(all: readonly LimitStatus[]): void {
    const until = lossReached(all);
    if (until !== null) throw new AppError(ErrorCode.LossLimitReached, { until: iso(until) });
  }

  return {
    of,
    async setLimit(playerId, { kind, period, value }, ip) {
      await change(playerId, async (trx) => {
        const moment = now().getTime();
        const stored = (await limitsOf(trx, playerId)).get(`${kind}/${period}`) ?? NO_LIMIT;
        const before = inForce(stored, moment);
        const after = requestLimit(stored, value, moment);
        const columns = {
          value: after.value,
          pending_value: after.pending?.value ?? null,
          pending_from: after.pending === null ? null : new Date(after.pending.from),
        };
        await trx
          .insertInto("player_limits")
          .values({ player_id: playerId, kind, period, ...columns })
          .onConflict((conflict) => conflict.columns(["player_id", "kind", "period"]).doUpdateSet(columns))
          .execute();
        await log(trx, playerId, "LIMIT_CHANGED", ip, limitChange({ kind, period }, before, after));
      });
      onChange(playerId);
      return of(playerId);
    },
    async setRealityCheck(playerId, minutes, ip) {
      await change(playerId, async (trx, before) => {
        await trx
          .updateTable("player_protection")
          .set({ reality_check_minutes: minutes })
          .where("player_id", "=", playerId)
          .execute();
        const words = [before.realityCheckMinutes, minutes].map((value) => (value === null ? "none" : `${value} min`));
        await log(trx, playerId, "REALITY_CHECK_CHANGED", ip, words.join(" → "));
      });
      onChange(playerId);
      return of(playerId);
    },
    takeBreak: (playerId, days, ip) =>
      startAbsence(playerId, ip, {
        reason: "break",
        words: `${days} days`,
        until: (present) => breakUntil(present.breakUntil, days, now().getTime()),
      }),
    selfExclude: (playerId, months, ip) =>
      startAbsence(playerId, ip, {
        reason: "excluded",
        words: `${months} months`,
        until: (present) => exclusionUntil(present.exclusionUntil, months, now().getTime()),
      }),

    mayEnter,
    async mayJoin(playerId) {
      await mayEnter(playerId);
      const all = await limitStatuses(playerId, now(), false);
      refuseLoss(all);
      const until = timeReached(all);
      if (until !== null) throw new AppError(ErrorCode.TimeLimitReached, { until: iso(until) });
    },
    async mayCashIn(playerId, amount) {
      await mayEnter(playerId);
      const all = await limitStatuses(playerId, now(), false);
      refuseLoss(all);
      const left = depositLeft(all);
      if (left !== null && amount > left) throw new AppError(ErrorCode.DepositLimitReached, { amount: left });
    },
    async allowance(playerId) {
      const at = now();
      const [absence, all] = await Promise.all([readAbsence(db, playerId), limitStatuses(playerId, at, false)]);
      return allowanceOf(all, absence, absence.realityCheckMinutes, at.getTime());
    },
  };
}
