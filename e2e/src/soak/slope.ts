/** What is left of a soak: where each figure was, and how it rises with the number of acts. */
import type { Usage } from "./usage.ts";

export interface Sample {
  acts: number;
  usage: Usage;
}
export interface Trend {
  name: string;
  start: number;
  middle: number;
  end: number;
  /** Of the straight line that fits best, after the warm-up. */
  perThousandActs: number;
}

/** Rise per act of the line through the points with the least squares; 0 where there is none. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const n = points.length;
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (n < 2 || spread === 0) return 0;
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

/** @param warmUp part of the samples that the slope leaves out, from the beginning */
export function trendsOf(samples: readonly Sample[], warmUp: number): Trend[] {
  const after = samples.slice(Math.floor(samples.length * warmUp));
  const [first, middle, last] = [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)];
  if (!first || !middle || !last) return [];
  return Object.keys(last.usage).map((name) => {
    const at = ({ usage }: Sample) => usage[name] ?? 0;
    const slope = slopeOf(after.map((sample) => ({ x: sample.acts, y: at(sample) })));
    return { name, start: at(first), middle: at(middle), end: at(last), perThousandActs: slope * 1_000 };
  });
}
