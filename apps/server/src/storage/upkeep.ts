/** The daily upkeep of a database that is in use. */
import type { Logger } from "pino";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Makes the months of logs to come once a day, and an hour after it failed; one run at a time. The start has done it
 * before. @returns ends it, once a run that is under way has ended
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
      log.error({ err: error }, "the months of the logs to come could not be made: this is tried again in an hour");
    }
    if (!ended) timer = next(ms);
  }

  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
