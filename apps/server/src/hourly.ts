const HOUR_MS = 3_600_000;

/** Limits `work` to one run an hour; a call in between does nothing. */
export function atMostHourly(now: () => Date, work: (at: number) => Promise<void>): () => Promise<void> {
  let lastRun = 0;
  return async () => {
    const at = now().getTime();
    if (at - lastRun < HOUR_MS) return;
    lastRun = at;
    await work(at);
  };
}
