/** The figure of the WIN meter: it rises together with the machine's own, and never before the picture shows the result. */
import { useEffect, useState } from "react";
import type { SeatView } from "../../session/seat.ts";
import { displayedWin, isCounted, winAt } from "../../session/winPresentation.ts";
import type { Rise } from "../../session/winPresentation.ts";
import { PICTURE_LAG_MS, hasReducedMotion } from "./timing.ts";

export interface ShownWin {
  /** Minor units. */
  amount: number;
  /** The figure has not come to its end. */
  rising: boolean;
  /** More than the stake. */
  golden: boolean;
}

/** When each rise began (performance.now()): all that show it show the same figure, whenever they are opened. */
const beginnings = new WeakMap<Rise, number>();
function beginningOf(rise: Rise): number {
  const known = beginnings.get(rise) ?? performance.now() + PICTURE_LAG_MS;
  beginnings.set(rise, known);
  return known;
}

/** @param place the window that shows it: its frames come also while the page of the game is hidden */
export function useShownWin({ meters, winPresentation, playRules }: SeatView, place: Window = window): ShownWin {
  const { rise, stake } = winPresentation;
  const [drawn, setDrawn] = useState<{ id: number; amount: number } | null>(null);
  useEffect(() => {
    if (!rise) return;
    const { id, ms } = rise;
    const counted = { ...rise, ms: hasReducedMotion() ? 0 : ms };
    const since = beginningOf(rise);
    let frame = 0;
    const draw = () => {
      const amount = winAt(counted, performance.now() - since);
      setDrawn({ id, amount });
      if (amount < rise.to) frame = place.requestAnimationFrame(draw);
    };
    frame = place.requestAnimationFrame(draw);
    return () => place.cancelAnimationFrame(frame);
  }, [rise, place]);
  const win = meters ? displayedWin(meters) : 0;
  const amount = !rise ? win : drawn?.id === rise.id ? drawn.amount : rise.from;
  return { amount, rising: amount !== win, golden: amount > 0 && isCounted(rise?.to ?? win, stake, playRules) };
}
