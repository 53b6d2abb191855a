/** The current time of the house, which moves on by itself. */
import { useEffect, useState } from "react";
import { clock } from "@reelcast/contract/clock";

const EVERY_MS = 30_000;

/** ms since the epoch */
export function useNow(everyMs = EVERY_MS): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
