/**
 * The log of what was refused to somebody who is not logged in. A stranger can cause as many refusals as the network
 * carries: of each network the first ones of a quarter of an hour are written one by one, the others as one row with
 * their number.
 */
import type { LogType } from "@reelcast/contract";
import { networkOf } from "./network.ts";

export interface Refusal {
  playerId: number | null;
  type: LogType;
  ip: string;
  detail: string;
}
export interface RefusalLog {
  /** Writes the entry, or counts it. */
  note(refusal: Refusal): Promise<void>;
  /** Writes what was counted, once its quarter of an hour is over. @param anyway also before */
  flush(anyway?: boolean): Promise<void>;
}

const WINDOW_MS = 15 * 60_000;
const PER_NETWORK = 10;
/** Of all networks together, so that an attacker with many addresses writes no more than these. */
const IN_ALL = 1_000;
/** Networks that have a sum of their own; the sum of all others is one row. */
const SUMS = 100;

export function createRefusalLog(write: (refusal: Refusal) => Promise<void>, now: () => Date): RefusalLog {
  let window = -1;
  let written = 0;
  const rows = new Map<string, number>();
  const sums = new Map<string, number>();
  let others = 0;

  function add(network: string, times: number): void {
    const sum = sums.get(network);
    if (sum !== undefined || sums.size < SUMS) sums.set(network, (sum ?? 0) + times);
    else others += times;
  }
  async function flush(anyway = false): Promise<void> {
    const current = Math.floor(now().getTime() / WINDOW_MS);
    if (current === window && !anyway) return;
    window = current;
    const left = [...sums];
    let further = others;
    written = 0;
    others = 0;
    rows.clear();
    sums.clear();
    try {
      for (let next = left[0]; next; next = left[0]) {
        const [network, times] = next;
        await write({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip: network, detail: `${times} more refused` });
        left.shift();
      }
      if (further > 0)
        await write({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip: "", detail: `${further} more refused to others` });
      further = 0;
    } finally {
      // What could not be written is written with the next sums.
      for (const [network, times] of left) add(network, times);
      others += further;
    }
  }

  return {
    flush,
    async note(refusal) {
      await flush();
      const network = networkOf(refusal.ip);
      const before = rows.get(network) ?? 0;
      if (before < PER_NETWORK && written < IN_ALL) {
        written += 1;
        rows.set(network, before + 1);
        return write(refusal);
      }
      add(network, 1);
    },
  };
}
