/** What the house knows of a player's age: whether it has verified it, and the date of birth. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { dateAt } from "./periods.ts";

export interface Age {
  /** When the house has verified it; null: it has not. */
  verifiedAt: Date | null;
  /** "1990-01-31"; null: not known. */
  bornOn: string | null;
}

/** Nobody younger can be verified. */
export const MINIMUM_AGE = 18;
/** Below it, a rule may allow lower stakes only. */
const ADULT_STAKES_FROM = 25;

/** Whole years at a moment, by the calendar of the house: a birthday on 29 February counts on 1 March of other years. */
export function yearsOld(bornOn: string, moment: number, timeZone: string): number {
  const today = new Date(dateAt(moment, timeZone));
  const born = new Date(`${bornOn}T00:00:00Z`);
  const years = today.getUTCFullYear() - born.getUTCFullYear();
  const birthday = Date.UTC(today.getUTCFullYear(), born.getUTCMonth(), born.getUTCDate());
  return today.getTime() < birthday ? years - 1 : years;
}

/** Also where the age is not known. */
export const isUnder25 = ({ bornOn }: Pick<Age, "bornOn">, moment: number, timeZone: string): boolean =>
  bornOn === null || yearsOld(bornOn, moment, timeZone) < ADULT_STAKES_FROM;

/** A day of the calendar that is not in the future: "1990-02-31" is none. */
export function isDateOfBirth(text: string, now: number): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getTime() <= now;
}

/** @throws AppError NotFound */
export async function readAge(on: Db | Trx, playerId: number): Promise<Age> {
  const row = await on
    .selectFrom("players")
    // As text: the driver would make a moment of a date.
    .select(["age_verified_at", sql<string | null>`born_on::text`.as("born_on")])
    .where("id", "=", playerId)
    .executeTakeFirst();
  if (!row) throw new AppError(ErrorCode.NotFound);
  return { verifiedAt: row.age_verified_at, bornOn: row.born_on };
}

/** @throws AppError NotFound */
export async function writeAge(on: Db | Trx, playerId: number, { verifiedAt, bornOn }: Age): Promise<void> {
  const row = await on
    .updateTable("players")
    .set({ age_verified_at: verifiedAt, born_on: bornOn })
    .where("id", "=", playerId)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new AppError(ErrorCode.NotFound);
}

/** @throws AppError AgeNotVerified where the rule asks for it */
export async function assertAge(on: Db | Trx, playerId: number, { ageCheck }: { ageCheck: boolean }): Promise<void> {
  if (!ageCheck) return;
  const { verifiedAt } = await readAge(on, playerId);
  if (verifiedAt === null) throw new AppError(ErrorCode.AgeNotVerified);
}
