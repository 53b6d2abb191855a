/**
 * Whether the player's line carries a large picture. It is asked for only where the browser says nothing against it, and no
 * longer once three reports in a row show that its packets or frames are lost. Nothing here is remembered for the next machine.
 */
import { LARGE_PICTURE_FROM } from "@reelcast/contract";
import type { WhepStats } from "@reelcast/whep";

/** Of the Network Information API, which only some browsers have. */
export interface LineHints {
  saveData?: boolean;
  /** Megabits a second. */
  downlink?: number;
}
/** A large picture has 3 Mbit/s while its reels turn, and key frames in addition. */
const NEEDED_MBIT = 5;
const MAX_LOSS = 0.03;
/** Part of the frames that the device does not show. */
const MAX_DROPPED = 0.1;
const REPORTS = 3;

export class LineRoom {
  #isNarrow: boolean;
  #bad = 0;
  #former: Pick<WhepStats, "framesDecoded" | "framesDropped"> | null = null;

  constructor(hints: LineHints = {}) {
    this.#isNarrow = hints.saveData === true || (hints.downlink ?? NEEDED_MBIT) < NEEDED_MBIT;
  }
  get isNarrow(): boolean {
    return this.#isNarrow;
  }
  /** Takes one report. @returns whether it has just become clear that the line is too narrow for the picture that is shown */
  note(stats: WhepStats | null): boolean {
    const former = this.#former;
    this.#former = stats;
    if (this.#isNarrow || stats === null || (stats.width ?? 0) <= LARGE_PICTURE_FROM) return false;
    const [decoded, dropped] = former
      ? [stats.framesDecoded - former.framesDecoded, stats.framesDropped - former.framesDropped]
      : [0, 0];
    const isBad = (stats.packetLoss ?? 0) > MAX_LOSS || (decoded > 0 && dropped / decoded > MAX_DROPPED);
    this.#bad = isBad ? this.#bad + 1 : 0;
    this.#isNarrow = this.#bad >= REPORTS;
    return this.#isNarrow;
  }
}
