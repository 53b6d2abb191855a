/** Each promotion has its colour, here and on the game screen; over the colour of whatever it stands on. */
import type { PromotionKind } from "@reelcast/contract";

export const COLOURS: Record<PromotionKind, string> = {
  discount: "text-discount!",
  bonus: "text-bonus!",
  weekly: "text-chip-purple!",
};
