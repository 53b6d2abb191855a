/**
 * Limits the open sockets, in all and for each network, and the token checks of a network at the same time. A socket counts
 * until its connection has ended, also while it is closing.
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
   * Counts one more socket. Returns the function that stops counting it.
   * @throws AppError ServiceUnavailable if too many are open in all, TooManyRequests if too many of the network are
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

  /** Runs the check of one token. @throws AppError TooManyRequests if too many of the network are in progress */
  check<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.#checks.run(network, work);
  }
}
