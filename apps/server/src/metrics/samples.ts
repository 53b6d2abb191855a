/**
 * Figures of this process for the last hour: one sample each ten seconds, in arrays of a fixed size. It reads a few metrics, and
 * none of those that ask the database.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { HEALTH_SERIES, MAX_SAMPLES, SAMPLE_SECONDS } from "@reelcast/contract/console";
import type { HealthSamples, HealthSeries } from "@reelcast/contract/console";
import type { MetricKey } from "./definitions.ts";
import type { MetricValue, MetricValues } from "./values.ts";

type Values = MetricValue[] | null;
type Figures = Partial<Record<HealthSeries, number | null | undefined>>;
/** Counts since the start: of a counter, or of each bucket of a histogram by its upper limit. */
type Totals = Map<string, number>;

export const SAMPLED_METRICS = [
  "requestDuration",
  "pressDuration",
  "firstFrame",
  "videoFreezes",
  "gameDuration",
  "transferDuration",
  "sockets",
  "seats",
  "viewers",
] as const satisfies readonly MetricKey[];
type Sampled = Record<(typeof SAMPLED_METRICS)[number], Values>;

export interface Clock {
  /** Milliseconds, which only rise. */
  now: () => number;
  /** Unix time, ms. */
  time: () => number;
}
export interface Samples {
  /** @param since Unix time in seconds: only samples after it */
  read(since?: number): Omit<HealthSamples, "node">;
  /** Takes one now. */
  take(): Promise<void>;
  stop(): void;
}

const sum = (values: Values, wanted: (value: MetricValue) => boolean = () => true): number | null => {
  const found = values?.filter(wanted);
  return found ? found.reduce((total, { value }) => total + value, 0) : null;
};
const isCount = ({ name }: MetricValue) => name.endsWith("_count");
const isBucket = ({ name }: MetricValue) => name.endsWith("_bucket");

function bucketsOf(values: Values, wanted: (value: MetricValue) => boolean): Totals {
  const totals: Totals = new Map();
  for (const value of values ?? [])
    if (isBucket(value) && wanted(value)) {
      const limit = String(value.labels["le"]);
      totals.set(limit, (totals.get(limit) ?? 0) + value.value);
    }
  return totals;
}

/**
 * The value below which this part of the new observations is, within its bucket by a straight line, as Prometheus computes it;
 * null if there are none. Above the highest limit: that limit.
 */
export function quantile(part: number, before: Totals, now: Totals): number | null {
  const limits = [...now.keys()].map((le) => (le === "+Inf" ? Infinity : Number(le))).toSorted((a, b) => a - b);
  const counts = limits.map((limit) => {
    const le = limit === Infinity ? "+Inf" : String(limit);
    return (now.get(le) ?? 0) - (before.get(le) ?? 0);
  });
  const total = counts.at(-1) ?? 0;
  if (total <= 0) return null;
  const rank = part * total;
  const at = counts.findIndex((count) => count >= rank);
  const [upper = 0, lower = 0] = [limits[at], at > 0 ? limits[at - 1] : 0];
  if (upper === Infinity) return lower;
  const [below = 0, within = 0] = [at > 0 ? counts[at - 1] : 0, counts[at]];
  return within === below ? upper : lower + ((upper - lower) * (rank - below)) / (within - below);
}

const accepted = ({ labels }: MetricValue) => labels["outcome"] === "accepted";
/** The console's own calls say nothing of how players are served. */
const ofPlayers = ({ labels }: MetricValue) => labels["port"] === "players";
const ofServerError = ({ labels }: MetricValue) => String(labels["http_response_status_code"]).startsWith("5");
const outcome = (wanted: string) => (value: MetricValue) => isCount(value) && value.labels["outcome"] === wanted;

interface Reading {
  counts: Partial<Record<HealthSeries, number | null>>;
  buckets: Partial<Record<"calls" | "press" | "firstFrame", Totals>>;
}
function readingOf(sampled: Sampled): Reading {
  const { requestDuration, pressDuration, firstFrame, videoFreezes, gameDuration, transferDuration } = sampled;
  return {
    counts: {
      calls: sum(requestDuration, (value) => isCount(value) && ofPlayers(value)),
      callErrors: sum(requestDuration, (value) => isCount(value) && ofPlayers(value) && ofServerError(value)),
      presses: sum(pressDuration, isCount),
      freezes: sum(videoFreezes),
      games: sum(gameDuration, isCount),
      transfersDone: sum(transferDuration, outcome("done")),
      transfersFailed: sum(transferDuration, outcome("failed")),
      transfersManual: sum(transferDuration, outcome("manual")),
    },
    buckets: {
      ...(requestDuration ? { calls: bucketsOf(requestDuration, ofPlayers) } : {}),
      ...(pressDuration ? { press: bucketsOf(pressDuration, accepted) } : {}),
      ...(firstFrame ? { firstFrame: bucketsOf(firstFrame, () => true) } : {}),
    },
  };
}

/** What happened between two readings. */
function rates(before: Reading, now: Reading, seconds: number): Figures {
  const figures: Figures = {};
  for (const [name, count] of Object.entries(now.counts) as [HealthSeries, number | null][]) {
    const factor = HEALTH_SERIES[name] === "perMinute" ? 60 : 1;
    const since = before.counts[name] ?? 0;
    figures[name] = count === null ? undefined : (Math.max(0, count - since) * factor) / seconds;
  }
  const { calls, press, firstFrame } = now.buckets;
  if (calls) figures.callsP95 = quantile(0.95, before.buckets.calls ?? new Map(), calls);
  if (press) {
    figures.pressP50 = quantile(0.5, before.buckets.press ?? new Map(), press);
    figures.pressP95 = quantile(0.95, before.buckets.press ?? new Map(), press);
  }
  if (firstFrame) {
    figures.firstFrameP50 = quantile(0.5, before.buckets.firstFrame ?? new Map(), firstFrame);
    figures.firstFrameP95 = quantile(0.95, before.buckets.firstFrame ?? new Map(), firstFrame);
  }
  return figures;
}

const NAMES = Object.keys(HEALTH_SERIES) as HealthSeries[];
/** The newest samples in arrays that are written round; NaN: nothing was measured. */
class Ring {
  readonly #at = new Float64Array(MAX_SAMPLES);
  readonly #series = new Map<HealthSeries, Float64Array>();
  #count = 0;
  add(at: number, figures: Figures): void {
    const place = this.#count % MAX_SAMPLES;
    this.#at[place] = at;
    this.#count += 1;
    for (const name of NAMES) {
      const value = figures[name];
      const kept = this.#series.get(name);
      if (value === undefined && !kept) continue;
      const values = kept ?? new Float64Array(MAX_SAMPLES).fill(NaN);
      this.#series.set(name, values);
      values[place] = value ?? NaN;
    }
  }
  read(since: number): Pick<HealthSamples, "at" | "series"> {
    const size = Math.min(this.#count, MAX_SAMPLES);
    const places = Array.from({ length: size }, (_, index) => (this.#count - size + index) % MAX_SAMPLES).filter(
      (place) => (this.#at[place] ?? 0) > since,
    );
    const series: HealthSamples["series"] = {};
    for (const [name, values] of this.#series)
      series[name] = places.map((place) => {
        const value = values[place] ?? NaN;
        // Six digits are more than a chart shows.
        return Number.isNaN(value) ? null : Number(value.toPrecision(6));
      });
    return { at: places.map((place) => this.#at[place] ?? 0), series };
  }
}

const DELAY_MS = 20;
const SYSTEM_CLOCK: Clock = { now: () => performance.now(), time: () => Date.now() };

/** Begins to sample. @param log called if a sample could not be taken; the next one is tried */
export function startSamples(
  metrics: MetricValues,
  { onError, clock = SYSTEM_CLOCK }: { onError: (error: unknown) => void; clock?: Clock },
): Samples {
  const ring = new Ring();
  const delay = monitorEventLoopDelay({ resolution: DELAY_MS });
  delay.enable();
  const startedAt = new Date(clock.time() - process.uptime() * 1_000).toISOString();
  let last: { at: number; cpu: number; reading: Reading } | null = null;

  async function take(): Promise<void> {
    const entries = await Promise.all(SAMPLED_METRICS.map(async (key) => [key, await metrics.values(key)] as const));
    const sampled = Object.fromEntries(entries) as Sampled;
    const { user, system } = process.cpuUsage();
    const reading = readingOf(sampled);
    const now = { at: clock.now(), cpu: (user + system) / 1e6, reading };
    if (last) {
      const seconds = (now.at - last.at) / 1_000;
      const memory = process.memoryUsage();
      const { sockets, seats, viewers } = sampled;
      ring.add(Math.round(clock.time() / 1_000), {
        ...rates(last.reading, reading, seconds),
        ...(sockets ? { sockets: sum(sockets) } : {}),
        ...(seats ? { seats: sum(seats) } : {}),
        ...(viewers ? { viewers: sum(viewers) } : {}),
        cpu: (now.cpu - last.cpu) / seconds,
        memory: memory.rss,
        heap: memory.heapUsed,
        // What it records is the whole time between two of its samples.
        eventLoopP99: Math.max(0, delay.percentile(99) / 1e9 - DELAY_MS / 1_000),
      });
    }
    delay.reset();
    last = now;
  }
  const attempt = () => void take().catch(onError);
  const timer = setInterval(attempt, SAMPLE_SECONDS * 1_000).unref();
  attempt();
  return {
    take,
    read: (since = 0) => ({ startedAt, ...ring.read(since) }),
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
