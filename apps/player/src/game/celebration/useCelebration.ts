/** What is celebrated now: from when the picture shows it until its time is over, a press or a key, or the next game. */
import { useEffect, useState } from "react";
import type { SeatView } from "../../session/seat.ts";
import type { Celebration } from "../../session/winPresentation.ts";
import { usePreferences } from "../../shell/preferences.ts";
import { PICTURE_LAG_MS, shownMs } from "./timing.ts";

const INPUTS = ["pointerdown", "keydown"] as const;

export function useCelebration({
  winPresentation: { celebration },
}: Pick<SeatView, "winPresentation">): Celebration | null {
  const { quiet } = usePreferences();
  const [shown, setShown] = useState<Celebration | null>(null);
  useEffect(() => {
    if (!celebration) return;
    const end = () => {
      clearTimeout(timer);
      for (const input of INPUTS) removeEventListener(input, end, true);
      setShown(null);
    };
    const begin = () => {
      setShown(celebration);
      timer = setTimeout(end, shownMs(celebration));
      for (const input of INPUTS) addEventListener(input, end, true);
    };
    let timer = setTimeout(begin, PICTURE_LAG_MS);
    return end;
  }, [celebration]);
  // In the quiet mode a win is stated by the meters alone.
  return quiet ? null : shown;
}
