/** The promotions of the top bar and the game screen, loaded after the screen. */
import { lazyPart } from "../../ui/index.ts";

export const PromotionButtons = lazyPart(() => import("./PromotionButtons.tsx"), "promotions");
