/** The figure of the WIN meter: it rises together with the machine's own, and never before the picture shows the result. */
import { useEffect, useState } from "react";
import type { SeatView } from "../../session/seat.ts";
import { isCounted, winAt, winOnGlass } from "../../session/theatre.ts";
import { PICTURE_LAG_MS, hasReducedMotion } from "./timing.ts";

export interface ShownWin {
  /** Minor units. */
  amount: number;
  /** The figure has not come to its end. */
  rising: boolean;
  /** More than the stake. */
  golden: boolean;
}

export function useShownWin({ meters, theatre, playRules }: SeatView): ShownWin {
  const { rise, stake } = theatre;
  const [drawn, setDrawn] = useState<{ id: number; amount: number } | null>(null);
  useEffect(() => {
    if (!rise) return;
    const { id, ms } = rise;
    const counted = { ...rise, ms: hasReducedMotion() ? 0 : ms };
    const since = performance.now() + PICTURE_LAG_MS;
    let frame = 0;
    const draw = () => {
      const amount = winAt(counted, performance.now() - since);
      setDrawn({ id, amount });
      if (amount < rise.to) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [rise]);
  const win = meters ? winOnGlass(meters) : 0;
  const amount = !rise ? win : drawn?.id === rise.id ? drawn.amount : rise.from;
  return { amount, rising: amount !== win, golden: amount > 0 && isCounted(rise?.to ?? win, stake, playRules) };
}
