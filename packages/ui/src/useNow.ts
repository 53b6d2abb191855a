/** The current time of this device, which moves on by itself. */
import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** ms since the epoch */
export function useNow(everyMs = EVERY_MS): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
