/** Samples of this process: rates and percentiles of what happened since the sample before, one hour of them, and no more. */
import { MAX_SAMPLES } from "@reelcast/contract/console";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMetrics } from "./index.ts";
import type { Metrics } from "./index.ts";
import { quantile, startSamples } from "./samples.ts";
import type { Samples } from "./samples.ts";

let metrics: Metrics;
let samples: Samples;
let now = 0;
const UNIX = 1_800_000_000;
beforeEach(async () => {
  vi.useFakeTimers();
  now = 0;
  metrics = createMetrics();
  const onError = (error: unknown) => {
    throw error;
  };
  samples = startSamples(metrics, { onError, clock: { now: () => now, time: () => UNIX * 1_000 + now } });
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  samples.stop();
  vi.useRealTimers();
});
/** Ten seconds later. */
async function next(): Promise<void> {
  now += 10_000;
  await samples.take();
}
const last = (name: keyof ReturnType<Samples["read"]>["series"]) => samples.read().series[name]?.at(-1);

it("are what happened in the ten seconds, in the units of the contract", async () => {
  for (let n = 0; n < 5; n += 1) metrics.pressDuration.observe({ outcome: "accepted" }, 0.003);
  metrics.pressDuration.observe({ outcome: "refused" }, 2);
  metrics.transferDuration.observe({ kind: "cashin", outcome: "manual" }, 61);
  metrics.sockets.read(() => [
    [{ socket: "game" }, 3],
    [{ socket: "jackpots" }, 4],
  ]);
  await next();
  expect(samples.read().at).toEqual([UNIX + 10]);
  expect(last("presses")).toBe(0.6);
  // Refused presses count, and their times do not.
  expect(last("pressP95")).toBeLessThanOrEqual(0.005);
  expect(last("pressP95")).toBeGreaterThan(0.0025);
  expect([last("transfersManual"), last("transfersDone"), last("sockets")]).toEqual([6, 0, 7]);
  expect(last("memory")).toBeGreaterThan(10_000_000);
  await next();
  expect([last("presses"), last("pressP95"), last("transfersManual")]).toEqual([0, null, 0]);
});

it("leave out what no part of this process counts, and never ask the database", async () => {
  const asked = vi.fn<() => number>(() => 1);
  metrics.databaseUp.read(asked);
  metrics.suspensions.read(asked);
  await next();
  const { series } = samples.read();
  expect(Object.keys(series).toSorted()).toEqual(["cpu", "eventLoopP99", "heap", "memory"]);
  expect(asked).not.toHaveBeenCalled();
});

it("of a part that began later have nothing for the time before", async () => {
  await next();
  metrics.viewers.read(() => 2);
  await next();
  expect(samples.read().series.viewers).toEqual([null, 2]);
});

it("are kept for an hour, oldest first; those after a time are read alone", async () => {
  for (let n = 0; n < MAX_SAMPLES + 5; n += 1) await next();
  const { at, series } = samples.read();
  expect([at.length, at[0], at.at(-1)]).toEqual([MAX_SAMPLES, UNIX + 60, UNIX + (MAX_SAMPLES + 5) * 10]);
  expect(at.toSorted((a, b) => a - b)).toEqual(at);
  expect(series.cpu).toHaveLength(MAX_SAMPLES);
  const newer = samples.read(at.at(-3));
  expect([newer.at, newer.series.heap?.length]).toEqual([at.slice(-2), 2]);
});

it("a percentile is within its bucket, and above the highest limit it is that limit", () => {
  const totals = (...counts: [string, number][]) => new Map(counts);
  const none = totals(["0.1", 0], ["0.2", 0], ["+Inf", 0]);
  expect(quantile(0.5, none, none)).toBeNull();
  expect(quantile(0.5, none, totals(["0.1", 0], ["0.2", 10], ["+Inf", 10]))).toBeCloseTo(0.15);
  expect(quantile(0.95, none, totals(["0.1", 0], ["0.2", 0], ["+Inf", 4]))).toBe(0.2);
  expect(quantile(0.5, totals(["0.1", 9], ["+Inf", 9]), totals(["0.1", 19], ["+Inf", 19]))).toBeCloseTo(0.05);
});
