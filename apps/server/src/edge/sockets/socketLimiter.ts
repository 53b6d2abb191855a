/**
 * How many sockets may be open, in all and for each network, and of how many of a network the token is being checked at
 * once. A socket counts until its connection is gone, also while it is closing.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { createQueue } from "../../queue.ts";

export interface SocketLimits {
  inAll: number;
  perNetwork: number;
}

/** Each check is a query or two: more of them at once would only wait for the database. */
const CHECKS_PER_NETWORK = { atOnce: 100, waiting: 0 };

export class SocketLimiter {
  readonly #limits: SocketLimits;
  readonly #open = new Map<string, number>();
  readonly #checks = createQueue(CHECKS_PER_NETWORK);
  #total = 0;

  constructor(limits: SocketLimits) {
    this.#limits = limits;
  }

  /**
   * Counts one more socket. Answers what counts it off, once.
   * @throws AppError ServiceUnavailable where too many are open in all, TooManyRequests where too many of the network
   * are
   */
  take(network: string): () => void {
    const open = this.#open.get(network) ?? 0;
    if (this.#total >= this.#limits.inAll) throw new AppError(ErrorCode.ServiceUnavailable);
    if (open >= this.#limits.perNetwork) throw new AppError(ErrorCode.TooManyRequests, { seconds: 1 });
    this.#total += 1;
    this.#open.set(network, open + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#total -= 1;
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    };
  }

  /** Runs the check of one token. @throws AppError TooManyRequests where too many of the network are under way */
  check<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.#checks.run(network, work);
  }
}
