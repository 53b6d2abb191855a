/** What the parts that serve are built of. */
import type { OptionalPart } from "@reelcast/contract/console";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Domain, DomainOverrides } from "../domain.ts";
import type { MetricsPort } from "../edge/http/metrics.ts";
import type { DriverFactory, FloorNode, NodeDrain } from "../floor/index.ts";
import type { Metrics, Samples } from "../metrics/index.ts";
import type { OwnVideo } from "../video/index.ts";

/** Replacements of parts, for tests and benchmarks. */
export interface ServingOverrides {
  /** Additional drivers, or replacements of built-in ones, by name. */
  drivers?: Partial<Record<string, DriverFactory>>;
  /** For tests of faults: awaited before and after each effect of a transfer. */
  onStep?: (step: string) => void | Promise<void>;
  /** Without it, the media process is started. */
  video?: OwnVideo;
}

/** What `house nodes` shows of this process; written with its row from time to time. */
export interface NodeFigures {
  read: () => object;
}
/** What this process is among those that share the house. */
export interface Member {
  /** New at each start. */
  id: string;
  /** Null in a process that runs no machines. */
  node: FloorNode | null;
  /** Null in a process that shares the house with no other. */
  drain: NodeDrain | null;
  figures: NodeFigures;
}

export interface ServingParts {
  domain: Domain;
  member: Member;
  bus: Bus;
  log: Logger;
  metrics: Metrics;
  /** Figures of this process for the last hour. */
  samples: Samples;
  /** What this process should have and goes without now: its port, its key or its program can't be used. */
  missing: { read: () => OptionalPart[] };
  /** Null: metrics have no port of their own. */
  metricsPort: MetricsPort | null;
  overrides: ServingOverrides & DomainOverrides;
}
