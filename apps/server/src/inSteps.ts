/** Hides how long a refusal took to find. */
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds. */
export interface StepClock {
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
}
export const STEP_CLOCK: StepClock = { now: () => performance.now(), pause };

/**
 * Delays a refusal to a whole number of steps after the request: its time does not reveal whether a player exists, is
 * known in this network, or is blocked.
 */
export async function inSteps<T>(stepMs: number, { now, pause }: StepClock, work: () => Promise<T>): Promise<T> {
  const from = now();
  try {
    return await work();
  } catch (error) {
    if (stepMs > 0) await pause(stepMs - ((now() - from) % stepMs));
    throw error;
  }
}
