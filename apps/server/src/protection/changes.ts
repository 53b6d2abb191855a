/** Changes of a player's protection. Each is one transaction with its entry in the player's log. */
import { AppError, ErrorCode, PERIOD_MINUTES } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import { iso, readProtection } from "./absences.ts";
import type { StoredProtection } from "./absences.ts";
import { breakUntil, confirmLimit, exclusionUntil, inForce, limitChange, requestLimit } from "./limits.ts";
import type { Absence, Limit } from "./limits.ts";
import { isFinancial, isPromptDue } from "./limitPrompt.ts";
import { limitStatuses, readLimit, writeLimit } from "./limitStore.ts";
import type { LimitRequest, Protection, ProtectionOptions } from "./types.ts";

type Parts = Pick<ProtectionOptions, "db" | "log" | "endLogins" | "onChange" | "rules" | "timeZone"> & {
  now: () => Date;
  /** The answer after a change. */
  of: Protection["of"];
};
type Changes = Pick<
  Protection,
  "setLimit" | "confirmLimit" | "declineLimitPrompt" | "setRealityCheck" | "takeBreak" | "selfExclude"
>;

/** Until the transaction ends, changes of this player and what is checked against them happen one after the other. */
export async function lockProtection(trx: Trx, playerId: number): Promise<void> {
  await trx
    .insertInto("player_protection")
    .values({
      player_id: playerId,
      reality_check_minutes: null,
      break_until: null,
      exclusion_until: null,
      limit_decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .selectFrom("player_protection")
    .select("player_id")
    .where("player_id", "=", playerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
function change<T>(db: Db, playerId: number, work: (trx: Trx, present: StoredProtection) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockProtection(trx, playerId);
    return work(trx, await readProtection(trx, playerId));
  });
}

/** @throws AppError InvalidRequest for a limit of more time than its period has: it would limit nothing */
function fitting(request: LimitRequest): LimitRequest {
  const { kind, period, value } = request;
  if (kind === "time" && value !== null && value > PERIOD_MINUTES[period])
    throw new AppError(ErrorCode.InvalidRequest, { field: "value" });
  return request;
}

/** The player has decided about financial limits: the question is answered for now. */
const writeDecision = (trx: Trx, playerId: number, at: Date) =>
  trx.updateTable("player_protection").set({ limit_decided_at: at }).where("player_id", "=", playerId).execute();

function limitPromptChanges({ db, now, log, of, rules, timeZone }: Parts): Pick<Changes, "declineLimitPrompt"> {
  return {
    async declineLimitPrompt(playerId, ip) {
      await change(db, playerId, async (trx, stored) => {
        const at = now();
        const limits = await limitStatuses(trx, playerId, { at, timeZone });
        if (!isPromptDue(limits, stored, { limitPrompt: rules().limitPrompt, now: at.getTime() })) return;
        await writeDecision(trx, playerId, at);
        await log(trx, playerId, "LIMIT_DECLINED", ip, "");
      });
      return of(playerId);
    },
  };
}

export function createChanges(parts: Parts): Changes {
  const { db, now, log, endLogins, onChange, of } = parts;
  async function startAbsence(
    playerId: number,
    ip: string | null,
    what: { reason: "break" | "excluded"; duration: string; until: (present: Absence) => number },
  ) {
    const publishEnd = await change(db, playerId, async (trx, present) => {
      const until = what.until(present);
      const column = what.reason === "break" ? "break_until" : "exclusion_until";
      await trx
        .updateTable("player_protection")
        .set({ [column]: new Date(until) })
        .where("player_id", "=", playerId)
        .execute();
      const type = what.reason === "break" ? "BREAK_TAKEN" : "SELF_EXCLUDED";
      await log(trx, playerId, type, ip, `${what.duration} until ${iso(until)}`);
      return endLogins(trx, playerId, what.reason);
    });
    publishEnd();
    return of(playerId);
  }

  /** @param next the limit after the change, from the stored one and the request */
  async function changeLimit(
    playerId: number,
    { value, ...key }: LimitRequest,
    ip: string | null,
    next: (stored: Limit, value: number | null, now: number) => Limit,
  ) {
    await change(db, playerId, async (trx) => {
      const moment = now().getTime();
      const stored = await readLimit(trx, playerId, key);
      const after = next(stored, value, moment);
      await writeLimit(trx, playerId, key, after);
      if (isFinancial(key.kind)) await writeDecision(trx, playerId, new Date(moment));
      await log(trx, playerId, "LIMIT_CHANGED", ip, limitChange(key, inForce(stored, moment), after));
    });
    onChange(playerId);
    return of(playerId);
  }

  return {
    ...limitPromptChanges(parts),
    setLimit: async (playerId, request, ip) => changeLimit(playerId, fitting(request), ip, requestLimit),
    confirmLimit: (playerId, request, ip) => changeLimit(playerId, request, ip, confirmLimit),
    async setRealityCheck(playerId, minutes, ip) {
      await change(db, playerId, async (trx, before) => {
        await trx
          .updateTable("player_protection")
          .set({ reality_check_minutes: minutes })
          .where("player_id", "=", playerId)
          .execute();
        const values = [before.realityCheckMinutes, minutes].map((value) => (value === null ? "none" : `${value} min`));
        await log(trx, playerId, "REALITY_CHECK_CHANGED", ip, values.join(" → "));
      });
      onChange(playerId);
      return of(playerId);
    },
    takeBreak: (playerId, days, ip) =>
      startAbsence(playerId, ip, {
        reason: "break",
        duration: `${days} days`,
        until: (present) => breakUntil(present.breakUntil, days, now().getTime()),
      }),
    selfExclude: (playerId, months, ip) =>
      startAbsence(playerId, ip, {
        reason: "excluded",
        duration: `${months} months`,
        until: (present) => exclusionUntil(present.exclusionUntil, months, now().getTime()),
      }),
  };
}
