/** How many calls in a minute for one key: counted in memory, in windows that begin together. */
import { AppError, ErrorCode } from "@reelcast/contract";

const WINDOW_MS = 60_000;
/** Beyond, the memory of one window would grow with the number of networks that an attacker has. */
const MAX_KEYS = 50_000;

export interface LimitOptions {
  now?: () => number;
  /** Keys with a count of their own in one window. Those that come later share one count: the limit fails closed. */
  maxKeys?: number;
}

/** @returns counts one call for a key, and throws AppError TooManyRequests beyond `max` a minute */
export function createLimit(
  max: number,
  { now = () => Date.now(), maxKeys = MAX_KEYS }: LimitOptions = {},
): (key: number | string) => void {
  let window = -1;
  let others = 0;
  const counts = new Map<number | string, number>();

  function count(key: number | string): number {
    const known = counts.get(key);
    if (known === undefined && counts.size >= maxKeys) return (others += 1);
    counts.set(key, (known ?? 0) + 1);
    return (known ?? 0) + 1;
  }
  return (key) => {
    const time = now();
    const current = Math.floor(time / WINDOW_MS);
    if (current !== window) {
      window = current;
      others = 0;
      counts.clear();
    }
    if (count(key) > max)
      throw new AppError(ErrorCode.TooManyRequests, { seconds: Math.ceil(((current + 1) * WINDOW_MS - time) / 1000) });
  };
}
