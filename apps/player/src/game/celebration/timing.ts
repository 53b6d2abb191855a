/** When what the server says is to be seen in the picture, and for how long it is celebrated. Milliseconds. */
import type { Celebration } from "../../session/winPresentation.ts";

/** The picture comes so long after the meters: until then its reels still turn. */
export const PICTURE_LAG_MS = 150;

const WIN_MS = [0, 2_000, 2_500, 3_000] as const;
/** As long as the machine's own opening. */
const OPENING_MS = 2_600;
const SUMMARY_MS = 3_000;

export function shownMs(celebration: Celebration): number {
  if (celebration.kind === "win") return WIN_MS[celebration.tier];
  return celebration.kind === "freeSpinsStart" ? OPENING_MS : SUMMARY_MS;
}

/** 0: stated without light, sound and vibration. Free spins open like a win of the first tier. */
export function tierOf(celebration: Celebration): 0 | 1 | 2 | 3 {
  return celebration.kind === "freeSpinsStart" ? 1 : celebration.tier;
}

export const hasReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
