/**
 * Promotions: discount, bonus and weekly bonus. Decides on claims and records each grant once; the wallet moves the
 * money in the same transaction.
 */
import { AppError, ErrorCode, PROMOTIONS } from "@reelcast/contract";
import type { PromotionKind, PromotionState } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { readClaimFacts } from "./claimFacts.ts";
import { assessClaim } from "./eligibility.ts";
import type { PromotionRules } from "./eligibility.ts";

export type { PromotionRules } from "./eligibility.ts";

export interface Promotions {
  /** Grants it now, or says why not. @throws AppError BalanceTooHigh, PromotionCooldown, NothingToClaim, NotFound */
  claim(request: { playerId: number; kind: PromotionKind; ip: string | null }): Promise<{ amount: number }>;
  /** The current state of each promotion. Read-only. */
  states(playerId: number): Promise<PromotionState[]>;
}

export interface PromotionsOptions {
  db: Db;
  /** Read at every claim, so that a change of the settings needs no restart. */
  rules: () => PromotionRules;
  /** The wallet's: moves the money within the transaction. */
  grant: (
    trx: Trx,
    request: { playerId: number; promotion: string; window: string; amount: number; ip: string | null },
  ) => Promise<{ balance: number }>;
  /** The player's balance has changed; called after the commit. */
  onBalance?: (playerId: number, balance: number) => void;
  /** For tests; the default is the database's clock, which all processes share. */
  now?: () => Date;
}

/** What has been granted so far, for the operator. */
export async function countGrants(db: Db): Promise<{ kind: PromotionKind; grants: number; amount: number }[]> {
  const { rows } = await sql<{ kind: PromotionKind; grants: number; amount: number }>`
    select promotion as kind, count(*)::int as grants, sum(amount)::bigint as amount
    from promotion_grants group by promotion`.execute(db);
  return rows;
}

export function createPromotions({ db, rules, grant, onBalance, now }: PromotionsOptions): Promotions {
  async function time(at: Db | Trx): Promise<Date> {
    if (now) return now();
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(at);
    return rows[0]?.at ?? new Date();
  }

  async function carryOut(trx: Trx, playerId: number, kind: PromotionKind, ip: string | null) {
    // This lock serialises the claims of a player across processes, so that later reads see earlier grants.
    const player = await trx
      .selectFrom("players")
      .select("id")
      .where("id", "=", playerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!player) throw new AppError(ErrorCode.NotFound);
    const facts = await readClaimFacts(trx, kind, playerId, await time(trx));
    const { amount, window, refusal } = assessClaim(kind, rules(), facts);
    if (refusal) throw refusal;
    const { balance } = await grant(trx, { playerId, promotion: kind, window, amount, ip });
    await trx
      .insertInto("promotion_grants")
      .values({
        player_id: playerId,
        promotion: kind,
        claim_window: window,
        amount,
        basis: facts.basis,
        counted_to: facts.countedTo,
        at: facts.now,
        ip,
      })
      .execute();
    return { amount, balance };
  }

  return {
    async claim({ playerId, kind, ip }) {
      const { amount, balance } = await db.transaction().execute((trx) => carryOut(trx, playerId, kind, ip));
      onBalance?.(playerId, balance);
      return { amount };
    },
    async states(playerId) {
      const at = await time(db);
      const present = rules();
      return Promise.all(
        PROMOTIONS.map(async (kind): Promise<PromotionState> => {
          const { amount, waitSeconds, refusal } = assessClaim(
            kind,
            present,
            await readClaimFacts(db, kind, playerId, at),
          );
          return { kind, eligible: refusal === null, amount, waitSeconds, ...(refusal ? { code: refusal.code } : {}) };
        }),
      );
    },
  };
}
