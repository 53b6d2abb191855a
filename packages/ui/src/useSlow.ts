/** Whether something takes long: slow after one second, stuck after ten. */
import { useEffect, useState } from "react";

/** no: not waiting, or not for long; slow: more than a second; stuck: more than ten. */
export type Slowness = "no" | "slow" | "stuck";
const SLOW_MS = 1_000;
const STUCK_MS = 10_000;

/** @param waiting false: nothing is awaited; each change to another value starts a new wait */
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
