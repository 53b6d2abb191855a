/**
 * How many sockets may be open: in all, and for each network; and of how many of a network the token is being checked at
 * once. A place is held until the connection itself is gone, so that a closing socket counts too.
 */
import { AppError } from "@reelcast/contract";

export interface SocketLimits {
  inAll: number;
  perNetwork: number;
}

/** Each check is a query or two: more of them at once would only stand in line before the database. */
const CHECKS_PER_NETWORK = 100;

export class SocketPlaces {
  readonly #limits: SocketLimits;
  readonly #open = new Map<string, number>();
  readonly #checks = new Map<string, number>();
  #total = 0;

  constructor(limits: SocketLimits) {
    this.#limits = limits;
  }

  /** Takes a place. Answers what gives it back, once. @throws AppError 50300 where the house is full, 42900 for the network */
  take(network: string): () => void {
    if (this.#total >= this.#limits.inAll) throw new AppError(50300);
    const release = count(this.#open, network, this.#limits.perNetwork);
    this.#total += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#total -= 1;
      release();
    };
  }

  /** Runs the check of one token. @throws AppError 42900 where too many of the network are under way */
  async check<T>(network: string, work: () => Promise<T>): Promise<T> {
    const release = count(this.#checks, network, CHECKS_PER_NETWORK);
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** Counts one more of a key. Answers what counts it off. */
function count(counts: Map<string, number>, key: string, max: number): () => void {
  const before = counts.get(key) ?? 0;
  if (before >= max) throw new AppError(42900, { seconds: 1 });
  counts.set(key, before + 1);
  return () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
}
