/** The time between two games that the house's rules ask for: until it is over, Play is disabled. */
import { useEffect, useRef, useState } from "react";
import type { SeatView } from "../session/seat.ts";

/** True from the start of a game until the next one may begin, as the server counts it; at most a round trip longer. */
export function useGamePause({ meters, playRules }: SeatView): boolean {
  const [paused, setPaused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ms = playRules.minGameSeconds * 1000;
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
