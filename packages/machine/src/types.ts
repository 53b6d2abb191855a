/** Types that the driver interface and the display share. */

/** Whole minor units. */
export type Minor = number;

/** What the game is doing. One at a time. */
export type GamePhase = "idle" | "spinning" | "winToTake" | "gamble" | "bonus" | "handPay";
