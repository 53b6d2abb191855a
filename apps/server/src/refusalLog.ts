/**
 * Logs refused requests of strangers. Their number is not limited, so of each network only the first ones of a quarter
 * of an hour are written one by one, the others as one row with their number.
 */
import { networkOf } from "./networkOf.ts";
import { RateLimiter, TokenBucket } from "./rateLimiter.ts";
import type { Rate } from "./rateLimiter.ts";

export interface RefusalLog<R> {
  /** Writes the entry, or counts it. */
  note(refusal: R): Promise<void>;
  /** Writes the counts once their quarter of an hour is over. @param anyway also before */
  flush(anyway?: boolean): Promise<void>;
}

const WINDOW_MS = 15 * 60_000;
const perWindow = (tokens: number): Rate => ({ tokens, perMs: WINDOW_MS, refill: "at once" });
const PER_NETWORK = perWindow(10);
/** For all networks together, against an attacker with many addresses. */
const IN_ALL = perWindow(1_000);
/** Networks with a count of their own; all others share one row. */
const SUMS = 100;

/** @param more makes the entry with the number of the others: "12 more refused" */
export function createRefusalLog<R extends { ip: string }>({
  write,
  more,
  now,
}: {
  write: (refusal: R) => Promise<void>;
  more: (ip: string, detail: string) => R;
  now: () => Date;
}): RefusalLog<R> {
  let window = -1;
  const time = () => now().getTime();
  const perNetwork = new RateLimiter(PER_NETWORK, { now: time, maxKeys: IN_ALL.tokens });
  const inAll = new TokenBucket(IN_ALL, time);
  const sums = new Map<string, number>();
  let others = 0;

  function add(network: string, times: number): void {
    const sum = sums.get(network);
    if (sum !== undefined || sums.size < SUMS) sums.set(network, (sum ?? 0) + times);
    else others += times;
  }
  async function flush(anyway = false): Promise<void> {
    const current = Math.floor(time() / WINDOW_MS);
    if (current === window && !anyway) return;
    window = current;
    const left = [...sums];
    let further = others;
    others = 0;
    sums.clear();
    try {
      for (let next = left[0]; next; next = left[0]) {
        const [network, times] = next;
        await write(more(network, `${times} more refused`));
        left.shift();
      }
      if (further > 0) await write(more("", `${further} more refused to others`));
      further = 0;
    } finally {
      // Counts that could not be written are written with the next ones.
      for (const [network, times] of left) add(network, times);
      others += further;
    }
  }

  return {
    flush,
    async note(refusal) {
      await flush();
      const network = networkOf(refusal.ip);
      if (perNetwork.take(network) === 0 && inAll.take() === 0) return write(refusal);
      add(network, 1);
    },
  };
}
