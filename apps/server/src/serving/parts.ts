/** What the parts that serve are built of. */
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Domain } from "../domain.ts";
import type { DriverFactory, FloorNode } from "../floor/index.ts";
import type { Metrics } from "../metrics/index.ts";
import type { Video } from "../video/index.ts";

/** Replacements of parts, for tests and benchmarks. */
export interface ServingOverrides {
  /** Additional drivers, or replacements of built-in ones, by name. */
  drivers?: Partial<Record<string, DriverFactory>>;
  /** For tests of faults: awaited before and after each effect of a transfer. */
  onStep?: (step: string) => void | Promise<void>;
  /** Without it, the media process is started. */
  video?: Video;
}

export interface ServingParts {
  domain: Domain;
  /** Null in a process that runs no machines. */
  node: FloorNode | null;
  bus: Bus;
  log: Logger;
  metrics: Metrics;
  overrides: ServingOverrides;
}
