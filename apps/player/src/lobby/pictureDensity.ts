import { isSlowLine } from "@reelcast/ui";

/** Pixels in a card's picture for each pixel of the page: one on a slow line, where a sharper one would take too long. */
export const pictureDensity = (): number => (isSlowLine() ? 1 : devicePixelRatio);
