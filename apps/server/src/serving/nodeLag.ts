/** How late this process is, as `house nodes` shows it: in its own work, on the bus, and in what it knows of machines. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Bus } from "../bus/bus.ts";
import type { NodeStats } from "../floor/index.ts";

const SAMPLE_MS = 20;
/** Figures are written every five seconds. */
const WINDOW_MS = 5_000;
const NS_PER_MS = 1_000_000;

export interface NodeLag {
  read(): Pick<NodeStats, "eventLoopMs" | "busMs" | "statusesMs">;
  stop(): void;
}

/** @param statusesLateMs of an edge: how much later than due the digest of a floor is */
export function measureLag(
  bus: Pick<Bus, "stats">,
  statusesLateMs: (() => number) | null,
  windowMs = WINDOW_MS,
): NodeLag {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let began = performance.now();
  let eventLoopMs: number | null = null;
  return {
    read() {
      const now = performance.now();
      const isDue = now - began >= windowMs;
      // What it records is the whole time between two samples.
      if (isDue || eventLoopMs === null) eventLoopMs = Math.max(0, histogram.percentile(99) / NS_PER_MS - SAMPLE_MS);
      if (isDue) {
        histogram.reset();
        began = now;
      }
      const { roundTripMs } = bus.stats();
      return {
        eventLoopMs,
        ...(roundTripMs === null ? {} : { busMs: roundTripMs }),
        ...(statusesLateMs ? { statusesMs: statusesLateMs() } : {}),
      };
    },
    stop: () => void histogram.disable(),
  };
}
