/** What is left of the limits that the player has set for themselves: the one that is nearest. Pure. */
import type { PlayerLimit } from "@reelcast/contract";

/** Of which a game uses something. */
const KINDS = ["loss", "time"] as const;

export interface LimitLeft {
  kind: (typeof KINDS)[number];
  /** Minor units, or minutes. */
  left: number;
  /** Of the limit, 0 … 1. */
  share: number;
}

/**
 * @param lost since the limits were read, minor units: bets less wins; negative after a gain
 * @returns null without such a limit
 */
export function nearestLimit(limits: readonly PlayerLimit[], lost: number): LimitLeft | null {
  let nearest: LimitLeft | null = null;
  for (const { kind, value, used } of limits) {
    const counted = KINDS.find((one) => one === kind);
    if (!counted || value === null) continue;
    const left = Math.min(value, Math.max(0, value - used - (counted === "loss" ? lost : 0)));
    const share = left / value;
    if (nearest === null || share < nearest.share) nearest = { kind: counted, left, share };
  }
  return nearest;
}
