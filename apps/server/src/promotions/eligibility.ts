/** Amount and eligibility of a claim. Pure; money in whole minor units. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { PromotionKind } from "@reelcast/contract";

/** A share of losses, deposits or bets. */
export interface Share {
  /** In hundredths of a percent; 0: this promotion is not offered. */
  basisPoints: number;
  /** Minimum grant: below it nothing is granted, and the basis keeps accumulating. */
  atLeast: number;
  /** Maximum grant. */
  atMost: number;
}
export type PromotionRules = Record<PromotionKind, Share> & {
  /** Between two grants of the discount, and of the bonus. */
  cooldownSeconds: number;
  /** The discount is only for players with less than this; null: for all. */
  discountBelow: number | null;
  /** The week of a moment in the house's time zone: ms since the epoch, from Monday to Monday. */
  weekOf: (moment: number) => { from: number; to: number };
};

/** The facts about a player at the time of a claim. */
export interface ClaimFacts {
  now: Date;
  lastGrantAt: Date | null;
  /** Since the last grant: net loss, deposits, or bets. */
  basis: number;
  /** In the wallet and as credit of the open session. */
  owned: number;
}

export interface ClaimAssessment {
  /** The amount of the grant if it is not refused. */
  amount: number;
  /** Until the next claim may be made; 0: now. */
  waitSeconds: number;
  /** Idempotency window: one grant per player, promotion and window. */
  window: string;
  refusal: AppError | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * "2026-W47", by ISO 8601: of the week that begins on this Monday in any time zone; a week is numbered by its Thursday.
 */
export function isoWeek(monday: number): string {
  // Thursday 13:30 local time, which is Thursday in UTC too for zones from UTC−10 to UTC+13.
  const thursday = new Date(monday + 3.5 * DAY_MS + 1.5 * HOUR_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, "0")}`;
}

/** Rounded down to whole minor units, in integer arithmetic. */
export function shareOf(basis: number, { basisPoints, atMost }: Share): number {
  if (basis <= 0) return 0;
  const share = (BigInt(basis) * BigInt(basisPoints)) / 10_000n;
  return Number(share < BigInt(atMost) ? share : BigInt(atMost));
}

/** The slot of the cooldown that holds `now`: two grants that are a cooldown apart never share one. */
function slotOf(now: number, seconds: number): string {
  const ms = seconds * 1000;
  return new Date(Math.floor(now / ms) * ms).toISOString();
}

/** The first moment at which the next claim may be made. */
function nextClaim(kind: PromotionKind, { cooldownSeconds, weekOf }: PromotionRules, lastGrantAt: Date): number {
  const last = lastGrantAt.getTime();
  return kind === "weekly" ? weekOf(last).to : last + cooldownSeconds * 1000;
}

export function assessClaim(kind: PromotionKind, rules: PromotionRules, facts: ClaimFacts): ClaimAssessment {
  const share = rules[kind];
  const amount = shareOf(facts.basis, share);
  const now = facts.now.getTime();
  const next = facts.lastGrantAt === null ? now : nextClaim(kind, rules, facts.lastGrantAt);
  const waitSeconds = Math.max(0, Math.ceil((next - now) / 1000));
  const window = kind === "weekly" ? isoWeek(rules.weekOf(now).from) : slotOf(now, rules.cooldownSeconds);
  const refusal = (): AppError | null => {
    if (waitSeconds > 0) {
      // The parameters are those of the rule, so that the message matches it.
      const rule = { seconds: rules.cooldownSeconds, remaining: waitSeconds };
      return kind === "weekly"
        ? new AppError(ErrorCode.NothingToClaim)
        : new AppError(ErrorCode.PromotionCooldown, rule);
    }
    const { discountBelow } = rules;
    if (kind === "discount" && discountBelow !== null && facts.owned >= discountBelow) {
      return new AppError(ErrorCode.BalanceTooHigh, { amount: discountBelow });
    }
    return amount === 0 || amount < share.atLeast ? new AppError(ErrorCode.NothingToClaim) : null;
  };
  return { amount, waitSeconds, window, refusal: refusal() };
}
