/** Daily maintenance of the database. */
import type { Logger } from "pino";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Creates the partitions of the next months once a day, and again an hour after a failure; one run at a time. The start of
 * the server has run it before. @returns a function that stops it and waits for a run in progress
 */
export function keepMonthsAhead({
  addMonths,
  log,
  everyMs = DAY_MS,
  againMs = HOUR_MS,
}: {
  addMonths: () => Promise<void>;
  log: Pick<Logger, "error">;
  everyMs?: number;
  againMs?: number;
}): () => Promise<void> {
  let ended = false;
  let running = Promise.resolve();
  let timer = next(everyMs);

  function next(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      running = run();
    }, ms).unref();
  }
  async function run(): Promise<void> {
    let ms = everyMs;
    try {
      await addMonths();
    } catch (error) {
      ms = againMs;
      log.error({ err: error }, "the partitions of the next months could not be created: tried again in an hour");
    }
    if (!ended) timer = next(ms);
  }

  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
