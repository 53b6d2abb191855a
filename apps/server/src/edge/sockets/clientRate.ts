/**
 * How much one client may send over its socket: requests and bytes a second, and how many refusals in a row. A client that
 * has been quiet for a second needs none: its channel makes one at the first frame, and drops it once it is idle.
 */
import { SOCKET } from "@reelcast/contract";
import { perSecond, TokenBucket } from "../../rateLimiter.ts";

/** Refused frames in a row (within the same seconds) before the socket is closed. */
const MAX_REFUSED = 80;
const REQUESTS = perSecond(SOCKET.requestsPerSecond);
const BYTES = perSecond(SOCKET.bytesPerSecond);

export class ClientRate {
  readonly #requests: TokenBucket;
  readonly #bytes: TokenBucket;
  #refused = 0;

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#requests = new TokenBucket(REQUESTS, now);
    this.#bytes = new TokenBucket(BYTES, now);
  }

  /** As new: nothing would be refused. */
  isIdle(): boolean {
    return this.#requests.isFull() && this.#bytes.isFull();
  }
  /** False: these are too many bytes. */
  takeBytes(count: number): boolean {
    return this.#bytes.take(count) === 0;
  }
  /** Returns 0, or the ms until so many requests are allowed; null after too many refusals. */
  takeRequests(count: number): number | null {
    // Full again: a client that sent too much has been quiet since.
    if (this.#requests.isFull()) this.#refused = 0;
    const wait = this.#requests.take(count);
    if (wait === 0) return 0;
    this.#refused += count;
    return this.#refused <= MAX_REFUSED ? wait : null;
  }
}
