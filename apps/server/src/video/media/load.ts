/** How busy this process is, by its own figures. */
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";

export interface Load {
  /** Part of all cores that this process used, 0 … 1. */
  processor: number;
  /** Part of the time in which its thread was busy, 0 … 1. */
  thread: number;
}

export const CORES = availableParallelism();

/** Answers the load since the call before. */
export function createLoadMeter(): () => Load {
  let at = performance.now();
  let used = process.cpuUsage();
  let loop = performance.eventLoopUtilization();
  return () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    const { utilization } = performance.eventLoopUtilization(loop);
    const elapsed = Math.max(1, now - at);
    at = now;
    used = process.cpuUsage();
    loop = performance.eventLoopUtilization();
    return { processor: Math.min(1, (user + system) / 1_000 / elapsed / CORES), thread: utilization };
  };
}
