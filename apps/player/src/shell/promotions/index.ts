/** The promotions of the top bar and the game screen, fetched once the screen stands. */
import { lazyPart } from "../../ui/index.ts";

export const PromotionButtons = lazyPart(() => import("./PromotionButtons.tsx"), "promotions");
