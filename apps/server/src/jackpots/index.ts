/**
 * Progressive jackpots as the house offers them: their names, shares, seeds and maxima, and the amounts of their pots.
 * The wallet feeds and pays them in the transaction of the game. The threshold of a pot never leaves the database.
 */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";

export interface Jackpot {
  id: number;
  name: string;
  /** The amount of the pot, minor units. */
  amount: number;
  /** Rises with every change of the pot. */
  version: number;
}
export interface JackpotRules {
  name: string;
  /** Of each bet, in hundredths of a percent. */
  share: number;
  /** What the house pays into the pot after a hit. */
  seed: number;
  /** It hits at this amount at the latest. */
  maximum: number;
}

const MAX_SHARE = 1_000;

/** @throws ConsoleError */
function validateRules({ share, seed, maximum }: JackpotRules): void {
  if (share > MAX_SHARE) throw new ConsoleError(ConsoleErrorCode.JackpotShareTooLarge, { percent: MAX_SHARE / 100 });
  if (seed <= 0) throw new ConsoleError(ConsoleErrorCode.JackpotSeedMissing);
  if (maximum <= seed) throw new ConsoleError(ConsoleErrorCode.JackpotMaximumBelowSeed);
}

/** In order of their ids. */
export function listJackpots(db: Db): Promise<(Jackpot & JackpotRules)[]> {
  return db
    .selectFrom("jackpots as j")
    .innerJoin("ledger_accounts as a", (join) => join.onRef("a.ref", "=", "j.id").on("a.kind", "=", "jackpot"))
    .select(["j.id", "j.name", "j.share", "j.seed", "j.maximum", "a.posted as amount", "a.seq as version"])
    .orderBy("j.id")
    .execute();
}

/** Number and sum of what each jackpot has paid. */
export async function countHits(db: Db): Promise<Map<number, { hits: number; paid: number }>> {
  const { rows } = await sql<{ id: number; hits: number; paid: number }>`
    select jackpot_id as id, count(*)::int as hits, sum(amount)::bigint as paid from jackpot_hits group by jackpot_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Inserts a jackpot; the wallet then opens its account. @throws ConsoleError */
export async function addJackpot(trx: Trx, rules: JackpotRules): Promise<number> {
  validateRules(rules);
  // The wallet draws the threshold when it posts the first amount.
  const row = await trx
    .insertInto("jackpots")
    .values({ ...rules, threshold: rules.maximum })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new ConsoleError(ConsoleErrorCode.JackpotNameTaken, { name: rules.name });
  return row.id;
}

/**
 * Changes the given rules. The pot stays; a new seed counts from the next hit on; a new maximum draws a new threshold.
 * @throws ConsoleError
 */
export async function setJackpot(db: Db, id: number, changes: Partial<JackpotRules>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The lock of the pot's account: contributions read the threshold under the same lock.
    const { rows: pots } = await sql<{ posted: number | null }>`select lock_pot(${id}) as posted`.execute(trx);
    const posted = pots[0]?.posted ?? null;
    const row = await trx.selectFrom("jackpots").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || posted === null) throw new ConsoleError(ConsoleErrorCode.JackpotUnknown, { jackpot: id });
    const rules = { name: row.name, share: row.share, seed: row.seed, maximum: row.maximum, ...changes };
    validateRules(rules);
    if (rules.maximum <= posted) throw new ConsoleError(ConsoleErrorCode.JackpotMaximumBelowPot);
    await trx
      .updateTable("jackpots")
      .set({
        ...rules,
        threshold:
          rules.maximum === row.maximum ? row.threshold : sql<number>`draw_threshold(${posted}, ${rules.maximum})`,
      })
      .where("id", "=", id)
      .execute();
  });
}
