/** The time between two games that the house's rules or the quiet mode ask for: until it is over, Play is disabled. */
import { useEffect, useRef, useState } from "react";
import type { SeatView } from "../session/seat.ts";
import { usePreferences } from "../shell/preferences.ts";

/** From the start of a game to the next one at least. */
const QUIET_MS = 5_000;

/** True from the start of a game until the next one may begin, as the server counts it; at most a round trip longer. */
export function useGamePause({ meters, playRules }: SeatView): boolean {
  const [paused, setPaused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { quiet } = usePreferences();
  const ms = Math.max(playRules.minGameSeconds * 1000, quiet ? QUIET_MS : 0);
  const spinning = meters?.phase === "spinning";
  useEffect(() => {
    if (!spinning || ms === 0) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the machine has begun a game: the time runs from here
    setPaused(true);
    clearTimeout(timer.current);
    // Goes on when the reels have stopped.
    timer.current = setTimeout(() => setPaused(false), ms);
  }, [spinning, ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return paused;
}
