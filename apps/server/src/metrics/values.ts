/** Single values of metrics, without the library that keeps them. */
import type { MetricKey } from "./definitions.ts";

/** One value of a metric as it is now. Of a histogram: those of its buckets ("<name>_bucket" with the label `le`). */
export interface MetricValue {
  name: string;
  labels: Readonly<Partial<Record<string, string | number>>>;
  value: number;
}
/** For samples of a few metrics, which must not read all of them. */
export interface MetricValues {
  /** Null: no part has asked for this metric. */
  values(key: MetricKey): Promise<MetricValue[] | null>;
}
