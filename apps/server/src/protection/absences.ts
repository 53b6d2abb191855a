/** Breaks and self-exclusions of players in the database, and the check of them at a login. */
import { AppError } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import { absenceInForce } from "./limits.ts";
import type { Absence } from "./limits.ts";

/** A player's row of `player_protection`. */
export type StoredProtection = Absence & {
  realityCheckMinutes: number | null;
  /** When the player last set a financial limit, or declined one; ms since the epoch, null: never. */
  limitDecidedAt: number | null;
};

export const iso = (moment: number) => new Date(moment).toISOString();
const time = (date: Date | null) => date?.getTime() ?? null;

export async function readProtection(on: Db | Trx, playerId: number): Promise<StoredProtection> {
  const row = await on.selectFrom("player_protection").selectAll().where("player_id", "=", playerId).executeTakeFirst();
  return {
    breakUntil: time(row?.break_until ?? null),
    exclusionUntil: time(row?.exclusion_until ?? null),
    realityCheckMinutes: row?.reality_check_minutes ?? null,
    limitDecidedAt: time(row?.limit_decided_at ?? null),
  };
}

/**
 * For the login, in its transaction: whether this player may log in now.
 * @throws AppError OnBreak, SelfExcluded
 */
export async function mayLogIn(on: Db | Trx, playerId: number, now: Date = new Date()): Promise<void> {
  const barred = absenceInForce(await readProtection(on, playerId), now.getTime());
  if (barred) throw new AppError(barred.code, { until: iso(barred.until) });
}
