/**
 * Runs `work` at an interval, never twice at the same time. Of failures in a row only the first is reported. Returns the
 * function that stops it.
 */
export function pollEvery(ms: number, work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let running = false;
  let failing = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    work()
      .then(
        () => (failing = false),
        (error: unknown) => {
          if (!failing) onFailure(error);
          failing = true;
        },
      )
      .finally(() => (running = false));
  }, ms);
  timer.unref();
  return () => clearInterval(timer);
}
