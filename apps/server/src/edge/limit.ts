/** How many calls in a minute for one key: counted in memory, in windows that begin together. */
import { AppError } from "@reelcast/contract";

const WINDOW_MS = 60_000;

/** @returns counts one call for a key, and throws AppError 42900 beyond `max` a minute */
export function createLimit(max: number, now: () => number = Date.now): (key: number) => void {
  let window = -1;
  const counts = new Map<number, number>();
  return (key) => {
    const time = now();
    const current = Math.floor(time / WINDOW_MS);
    if (current !== window) {
      window = current;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > max) throw new AppError(42900, { seconds: Math.ceil(((current + 1) * WINDOW_MS - time) / 1000) });
  };
}
