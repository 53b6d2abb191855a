/**
 * Progressive jackpots as the house offers them: their names, shares, seeds and maxima, and what their pots hold. They
 * are fed and paid by the wallet, with the game that does it. Where a pot hits never leaves the database.
 */
import { sql } from "kysely";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";

export interface Jackpot {
  id: number;
  name: string;
  /** What the pot holds, minor units. */
  amount: number;
  /** Rises with every change of the pot. */
  version: number;
}
export interface JackpotRules {
  name: string;
  /** Of each bet, in hundredths of a percent. */
  share: number;
  /** What the house puts in after a hit. */
  seed: number;
  /** It hits at this amount at the latest. */
  maximum: number;
}

const MAX_SHARE = 1_000;

/** @throws Error with one sentence for the operator */
function validateRules({ share, seed, maximum }: JackpotRules): void {
  if (share > MAX_SHARE) throw new InputError("A jackpot takes at most 10 % of a bet.");
  if (seed <= 0) throw new InputError("A jackpot begins with more than nothing.");
  if (maximum <= seed) throw new InputError("The maximum must be above the seed.");
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

/** Writes a jackpot down; the wallet then opens its account. @throws Error with one sentence for the operator */
export async function addJackpot(trx: Trx, rules: JackpotRules): Promise<number> {
  validateRules(rules);
  // The wallet draws where it hits when the pot gets its first amount.
  const row = await trx
    .insertInto("jackpots")
    .values({ ...rules, threshold: rules.maximum })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new InputError(`There is a jackpot "${rules.name}" already.`);
  return row.id;
}

/**
 * Changes what is named. The pot stays; a new seed counts from the next hit on, and with a new maximum it is drawn anew
 * where the pot hits. @throws Error with one sentence for the operator
 */
export async function setJackpot(db: Db, id: number, changes: Partial<JackpotRules>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The pot's account is the lock of its jackpot: who feeds it reads the threshold under the same lock.
    const { rows: pots } = await sql<{ posted: number | null }>`select lock_pot(${id}) as posted`.execute(trx);
    const posted = pots[0]?.posted ?? null;
    const row = await trx.selectFrom("jackpots").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || posted === null) throw new InputError(`There is no jackpot ${id}.`);
    const rules = { name: row.name, share: row.share, seed: row.seed, maximum: row.maximum, ...changes };
    validateRules(rules);
    if (rules.maximum <= posted) throw new InputError("The maximum must be above what the pot holds now.");
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
