/** How long something takes to come: said after a second, and after ten worth an offer to try again. */
import { useEffect, useState } from "react";

/** no: not waiting, or not for long; slow: more than a second; stuck: more than ten. */
export type Slowness = "no" | "slow" | "stuck";
const SLOW_MS = 1_000;
const STUCK_MS = 10_000;

/** @param waiting false where nothing is waited for; every new wait (any other value) is timed from its beginning */
export function useSlow(waiting: boolean | number): Slowness {
  const [slowness, setSlowness] = useState<Slowness>("no");
  useEffect(() => {
    if (waiting === false) return;
    const timers = [setTimeout(setSlowness, SLOW_MS, "slow"), setTimeout(setSlowness, STUCK_MS, "stuck")];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setSlowness("no");
    };
  }, [waiting]);
  return waiting === false ? "no" : slowness;
}
