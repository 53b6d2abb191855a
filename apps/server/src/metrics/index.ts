/**
 * The metrics of this process. Parts get single metrics from it (`Counter`, `Histogram`, `Gauge`) and import only their types:
 * no other folder knows the library. A metric appears in `/metrics` once a part has asked for it, so that a process shows only
 * what it does.
 *
 * To add one: a line in definitions.ts, `npm run docs`, and in the composition (serving/) pass `metrics.<key>` to the part.
 */
import * as prom from "prom-client";
import { METRICS } from "./definitions.ts";
import type { MetricKey } from "./definitions.ts";
import type { MetricValues } from "./values.ts";

export { startSamples } from "./samples.ts";
export type { Samples } from "./samples.ts";

type Labels<L extends string> = Readonly<Record<L, string>>;
/** One value, or one for each set of labels. */
type Reading<L extends string> = number | readonly (readonly [Labels<L>, number])[];
type Read<L extends string> = () => Reading<L> | Promise<Reading<L>>;

export interface Counter<L extends string = never> {
  add(labels: Labels<L>, count?: number): void;
  /** Takes the count from `read` whenever metrics are asked for: for a part that counts by itself. */
  read(read: Read<L>): void;
}
export interface Histogram<L extends string = never> {
  /** @param value seconds, or what the name says */
  observe(labels: Labels<L>, value: number): void;
}
export interface Gauge<L extends string = never> {
  /** Called whenever metrics are asked for. If it fails, the metric is left out of that answer, and the others are not. */
  read(read: Read<L>): void;
}

type Kinds<L extends string> = { counter: Counter<L>; gauge: Gauge<L>; histogram: Histogram<L> };
type MetricOf<K extends MetricKey> = Kinds<(typeof METRICS)[K]["labels"][number]>[(typeof METRICS)[K]["kind"]];

/** What `/metrics` answers. */
export interface MetricsText {
  contentType: string;
  text(): Promise<string>;
}
export type Metrics = MetricsText & MetricValues & { readonly [K in MetricKey]: MetricOf<K> };

let processRegistry: prom.Registry | undefined;
/** Of Node.js and the process: one for all, because its collectors can't be ended. */
function ofProcess(): prom.Registry {
  if (!processRegistry) {
    processRegistry = new prom.Registry();
    prom.collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** One set of labels is looked up once, so that counting costs no more than an addition. */
function childOf<C>(make: (labels: Record<string, string>) => C): (labels: Labels<string>) => C {
  const children = new Map<string, C>();
  return (labels) => {
    let key = "";
    for (const name in labels) key += `${labels[name]}\n`;
    let child = children.get(key);
    if (child === undefined) children.set(key, (child = make(labels)));
    return child;
  };
}

interface Collected {
  reset(): void;
  remove(labels: Record<string, string>): void;
  inc(labels: Record<string, string>, value: number): void;
}
async function collect(metric: Collected, read: Read<string> | undefined): Promise<void> {
  if (!read) return;
  const values = await Promise.resolve()
    .then(read)
    .catch(() => []);
  metric.reset();
  // A metric without labels is 0 after the reset, which would be a value.
  metric.remove({});
  if (typeof values === "number") metric.inc({}, values);
  else for (const [labels, value] of values) metric.inc(labels, value);
}

function createMetric(key: MetricKey, registry: prom.Registry): Kinds<string>[keyof Kinds<string>] {
  const { kind, name, help, labels } = METRICS[key];
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === "histogram") {
    const histogram = new prom.Histogram({ ...options, buckets: [...METRICS[key].buckets] });
    const child = childOf((of) => histogram.labels(of));
    return { observe: (of, value) => child(of).observe(value) } satisfies Histogram<string>;
  }
  let read: Read<string> | undefined;
  const setRead = (next: Read<string>) => void (read = next);
  if (kind === "gauge") {
    const gauge: prom.Gauge = new prom.Gauge({ ...options, collect: () => collect(gauge, read) });
    return { read: setRead } satisfies Gauge<string>;
  }
  const counter: prom.Counter = new prom.Counter({ ...options, collect: () => collect(counter, read) });
  const child = childOf((of) => counter.labels(of));
  return { add: (of, count = 1) => child(of).inc(count), read: setRead } satisfies Counter<string>;
}

export function createMetrics(): Metrics {
  const registry = new prom.Registry();
  const metrics: MetricsText & MetricValues = {
    contentType: registry.contentType,
    async values(key) {
      const { name } = METRICS[key];
      const found = await registry.getSingleMetric(name)?.get();
      return (
        found?.values.map((one) => ({
          name: "metricName" in one && typeof one.metricName === "string" ? one.metricName : name,
          labels: one.labels,
          value: one.value,
        })) ?? null
      );
    },
    text: async () => (await Promise.all([registry.metrics(), ofProcess().metrics()])).join("\n"),
  };
  // Before the first scrape: the event loop's delay counts from here.
  ofProcess();
  for (const key of Object.keys(METRICS) as MetricKey[]) {
    let metric: ReturnType<typeof createMetric> | undefined;
    Object.defineProperty(metrics, key, { enumerable: true, get: () => (metric ??= createMetric(key, registry)) });
  }
  return metrics as Metrics;
}

/** Names of the metrics of Node.js and the process, for the test of the rules and the dashboard. @internal */
export const namesOfProcess = (): string[] =>
  ofProcess()
    .getMetricsAsArray()
    .map(({ name }) => name);
