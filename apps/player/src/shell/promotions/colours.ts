/** Each promotion has its colour, here and on the game screen. */
import type { PromotionKind } from "@reelcast/contract";

export const COLOURS: Record<PromotionKind, string> = {
  discount: "text-discount",
  bonus: "text-bonus",
  weekly: "text-chip-purple",
};
