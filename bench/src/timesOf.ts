/** Median and worst time of so many runs of a piece of work, in ms. One run before them warms up. */
export async function timesOf(work: () => Promise<unknown>, runs: number): Promise<{ middle: number; worst: number }> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const begin = performance.now();
    await work();
    if (run > 0) times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return { middle: times[Math.floor(runs / 2)] ?? 0, worst: times.at(-1) ?? 0 };
}
