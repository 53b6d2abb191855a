/** Whether a player must be asked for a financial limit: RTS 12A of the UK Gambling Commission. Pure. */
import { FINANCIAL_LIMITS } from "@reelcast/contract";
import type { LimitKind } from "@reelcast/contract";

/** A player who wanted no limit is asked again after so long. */
const AGAIN_MS = 365 * 86_400_000;

export const isFinancial = (kind: LimitKind): boolean => FINANCIAL_LIMITS.some((one) => one === kind);

/**
 * @param limits the player's, as they are now @param limitDecidedAt when the player last set a financial limit, or declined one
 * @param limitPrompt the rule of play @param now ms since the epoch, as `limitDecidedAt`
 */
export function isPromptDue(
  limits: readonly { kind: LimitKind; value: number | null }[],
  { limitDecidedAt }: { limitDecidedAt: number | null },
  { limitPrompt, now }: { limitPrompt: boolean; now: number },
): boolean {
  if (!limitPrompt || limits.some(({ kind, value }) => isFinancial(kind) && value !== null)) return false;
  return limitDecidedAt === null || now >= limitDecidedAt + AGAIN_MS;
}
