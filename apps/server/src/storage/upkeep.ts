/** Daily maintenance of the database. */
import type { Logger } from "pino";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Daily {
  work: () => Promise<void>;
  /** Until the first run. */
  firstMs: number;
  everyMs: number;
  /** After a failure. */
  againMs: number;
  onFailure: (error: unknown) => void;
}
/** One run at a time. @returns a function that stops it and waits for a run in progress */
function repeat({ work, firstMs, everyMs, againMs, onFailure }: Daily): () => Promise<void> {
  let ended = false;
  let running = Promise.resolve();
  let timer = next(firstMs);

  function next(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      running = run();
    }, ms).unref();
  }
  async function run(): Promise<void> {
    let ms = everyMs;
    try {
      await work();
    } catch (error) {
      ms = againMs;
      onFailure(error);
    }
    if (!ended) timer = next(ms);
  }

  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}

/** Drops old months an hour after the start, so that a start is not delayed, and once a day. @returns as keepMonthsAhead */
export const keepRetention = ({ retain, log }: { retain: () => Promise<void>; log: Pick<Logger, "error"> }) =>
  repeat({
    work: retain,
    firstMs: HOUR_MS,
    everyMs: DAY_MS,
    againMs: HOUR_MS,
    onFailure: (error) => log.error({ err: error }, "old months could not be dropped: tried again in an hour"),
  });

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
  return repeat({
    work: addMonths,
    firstMs: everyMs,
    everyMs,
    againMs,
    onFailure: (error) =>
      log.error({ err: error }, "the partitions of the next months could not be created: tried again in an hour"),
  });
}
