/** The promotions of the top bar and the game screen, loaded after the screen. */
import { whenIdle } from "@reelcast/ui";
import { lazyPart } from "../../i18n/lazyPart.ts";

export const PromotionButtons = lazyPart(
  whenIdle(() => import("./PromotionButtons.tsx")),
  "promotions",
);
