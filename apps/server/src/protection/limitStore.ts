/**
 * A player's limits in the database, and their status with the present usage.
 *
 * A limit of moves to machines has the stored name that it had when it was called deposit limit: processes of that version,
 * which run while a new one is rolled out, read and write it, and no limit may become weaker meanwhile.
 */
import type { LimitKind, LimitPeriod } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import { ALL_LIMITS, NO_LIMIT, inForce } from "./limits.ts";
import type { Limit, LimitStatus } from "./limits.ts";
import { periodAt } from "./periods.ts";
import { readUsage } from "./usage.ts";

const STORED_AS = { deposit: "account", cashIn: "deposit", loss: "loss", time: "time" } as const satisfies Record<
  LimitKind,
  string
>;
export type StoredLimitKind = (typeof STORED_AS)[LimitKind];
const nameOf = (kind: StoredLimitKind, period: LimitPeriod) => `${kind}/${period}`;

export interface LimitKey {
  kind: LimitKind;
  period: LimitPeriod;
}

async function readLimits(on: Db | Trx, playerId: number): Promise<Map<string, Limit>> {
  const rows = await on.selectFrom("player_limits").selectAll().where("player_id", "=", playerId).execute();
  return new Map(
    rows.map(({ kind, period, value, pending_value, pending_from }) => [
      nameOf(kind, period),
      { value, pending: pending_from === null ? null : { value: pending_value, from: pending_from.getTime() } },
    ]),
  );
}

export async function readLimit(on: Db | Trx, playerId: number, { kind, period }: LimitKey): Promise<Limit> {
  return (await readLimits(on, playerId)).get(nameOf(STORED_AS[kind], period)) ?? NO_LIMIT;
}

export async function writeLimit(trx: Trx, playerId: number, { kind, period }: LimitKey, limit: Limit): Promise<void> {
  const columns = {
    value: limit.value,
    pending_value: limit.pending?.value ?? null,
    pending_from: limit.pending === null ? null : new Date(limit.pending.from),
  };
  await trx
    .insertInto("player_limits")
    .values({ player_id: playerId, kind: STORED_AS[kind], period, ...columns })
    .onConflict((conflict) => conflict.columns(["player_id", "kind", "period"]).doUpdateSet(columns))
    .execute();
}

/** The status of every limit. The usage is read only if a limit is set, or with `always`. */
export async function limitStatuses(
  db: Db | Trx,
  playerId: number,
  { at, timeZone, always = false }: { at: Date; timeZone: string; always?: boolean },
): Promise<LimitStatus[]> {
  const moment = at.getTime();
  const limits = await readLimits(db, playerId);
  const periods = {
    day: periodAt("day", moment, timeZone),
    week: periodAt("week", moment, timeZone),
    month: periodAt("month", moment, timeZone),
  };
  const used = always || limits.size > 0 ? await readUsage(db, playerId, periods, at) : null;
  return ALL_LIMITS.map(({ kind, period }) => ({
    kind,
    period,
    ...inForce(limits.get(nameOf(STORED_AS[kind], period)) ?? NO_LIMIT, moment),
    used: used?.[kind][period] ?? 0,
    resetsAt: periods[period].to,
  }));
}
