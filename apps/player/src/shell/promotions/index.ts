/** The promotions of the top bar and the game screen, fetched once the screen stands. */
import { lazy } from "react";

export const PromotionButtons = lazy(() => import("./PromotionButtons.tsx"));
