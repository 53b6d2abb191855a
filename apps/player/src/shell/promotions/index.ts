/** The promotions of the top bar and the game screen, loaded after the screen. */
import { lazyPart, whenIdle } from "../../ui/index.ts";

export const PromotionButtons = lazyPart(
  whenIdle(() => import("./PromotionButtons.tsx")),
  "promotions",
);
