/** Pauses between the attempts of something that fails: doubled up to a limit, and each a little different. */

export interface Backoff {
  /** The pause before the next attempt, in milliseconds. */
  next(): number;
  /** An attempt has succeeded. */
  reset(): void;
}

/**
 * Half of a pause is random: processes that lost the same database do not come back to it at the same moment.
 * @param random from 0 to below 1
 */
export function createBackoff(
  { minMs, maxMs }: { minMs: number; maxMs: number },
  random: () => number = Math.random,
): Backoff {
  let most = minMs;
  return {
    next() {
      const pause = most * (0.5 + random() / 2);
      most = Math.min(maxMs, most * 2);
      return pause;
    },
    reset() {
      most = minMs;
    },
  };
}
