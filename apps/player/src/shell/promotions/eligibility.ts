/** Whether a promotion may be claimed, as far as the browser knows. The server decides; this saves useless calls. Pure. */
import { ErrorCode } from "@reelcast/contract";
import type { PromotionKind, PromotionState } from "@reelcast/contract";

export interface PromotionRequest {
  kind: PromotionKind;
  /** Minor units; undefined: not known yet. */
  balance: number | undefined;
  /** Milliseconds since the epoch, null: never. */
  usedAt: number | null;
  now: number;
  cooldownSeconds: number;
  discountBalanceCheck: boolean;
  discountMinimum: number;
}
export type Refusal =
  | { code: typeof ErrorCode.BalanceTooHigh; params: { amount: number } }
  | { code: typeof ErrorCode.PromotionCooldown; params: { seconds: number; remaining: number } };

/** Null: the server may be asked. The weekly bonus has no limit here. */
export function refusalOf(request: PromotionRequest): Refusal | null {
  const { kind, balance, usedAt, now, cooldownSeconds } = request;
  if (kind === "weekly") return null;
  if (
    kind === "discount" &&
    request.discountBalanceCheck &&
    balance !== undefined &&
    balance >= request.discountMinimum
  )
    return { code: ErrorCode.BalanceTooHigh, params: { amount: request.discountMinimum } };
  // A clock that was set back must not lock anything.
  const since = usedAt === null ? Infinity : now - usedAt;
  if (since >= 0 && since < cooldownSeconds * 1000)
    return {
      code: ErrorCode.PromotionCooldown,
      params: { seconds: cooldownSeconds, remaining: Math.ceil(cooldownSeconds - since / 1000) },
    };
  return null;
}

export interface OfferInput {
  states: readonly PromotionState[] | undefined;
  balance: number | undefined;
  limit: number;
  autoDiscount: boolean;
  autoBonus: boolean;
}
/** The promotion to offer below the limit: only one that would be granted, and the discount first. */
export function offerOf({ states, balance, limit, autoDiscount, autoBonus }: OfferInput): PromotionState | null {
  if (balance === undefined || balance >= limit) return null;
  const ready = (kind: PromotionKind, on: boolean) =>
    on ? states?.find((state) => state.kind === kind && state.eligible && (state.amount ?? 0) > 0) : undefined;
  return ready("discount", autoDiscount) ?? ready("bonus", autoBonus) ?? null;
}
