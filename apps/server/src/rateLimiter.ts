/**
 * Rate limits in memory, as token buckets: one bucket (a socket), or one for each key (players, networks). Time comes in as
 * an argument: that of a clock that nobody sets, or a clock set back would refuse everybody until it is there again. What
 * limits work under way instead of a rate is a queue (queue.ts) or counts what is open (edge/sockets/socketLimiter.ts); failed
 * logins are counted in the database, by throttle.ts.
 */
import { AppError, ErrorCode } from "@reelcast/contract";

export interface Rate {
  /** What a full bucket holds. */
  tokens: number;
  /** An empty bucket is full again after this time. */
  perMs: number;
  /** `evenly`: token by token. `at once`: at the end of each period, whose bounds are multiples of `perMs` of the clock. */
  refill: "evenly" | "at once";
}

type Clock = () => number;

export class TokenBucket {
  readonly #rate: Rate;
  readonly #now: Clock;
  #tokens: number;
  #at: number;

  /** @param now milliseconds */
  constructor(rate: Rate, now: Clock) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.tokens;
    this.#at = now();
  }

  /** Takes `count` tokens. Returns 0, or the ms until that many are there; then nothing is taken. */
  take(count = 1): number {
    this.#refill();
    if (count > this.#tokens) return this.#msUntil(count);
    this.#tokens -= count;
    return 0;
  }
  isFull(): boolean {
    this.#refill();
    return this.#tokens >= this.#rate.tokens;
  }

  #refill(): void {
    const { tokens, perMs, refill } = this.#rate;
    const now = this.#now();
    if (refill === "evenly") this.#tokens = Math.min(tokens, this.#tokens + ((now - this.#at) / perMs) * tokens);
    else if (Math.floor(now / perMs) !== Math.floor(this.#at / perMs)) this.#tokens = tokens;
    this.#at = now;
  }
  #msUntil(count: number): number {
    const { tokens, perMs, refill } = this.#rate;
    if (refill === "at once") return perMs - (this.#at % perMs);
    return Math.ceil(((count - this.#tokens) / tokens) * perMs);
  }
}

/** Otherwise the memory would grow with the number of networks that an attacker has. */
const MAX_KEYS = 50_000;

export interface RateLimiterOptions {
  now?: Clock;
  /** Keys with a bucket of their own. Further ones share one bucket until some of the others are full again. */
  maxKeys?: number;
}

export class RateLimiter {
  readonly #rate: Rate;
  readonly #now: Clock;
  readonly #maxKeys: number;
  /** The least recently used first. A full bucket is like none, and is dropped. */
  readonly #buckets = new Map<number | string, TokenBucket>();
  readonly #shared: TokenBucket;

  constructor(rate: Rate, { now = () => performance.now(), maxKeys = MAX_KEYS }: RateLimiterOptions = {}) {
    this.#rate = rate;
    this.#now = now;
    this.#maxKeys = maxKeys;
    this.#shared = new TokenBucket(rate, now);
  }

  /** Takes one token of a key. Returns 0, or the ms until there is one; then nothing is taken. */
  take(key: number | string): number {
    this.#dropFull();
    return this.#bucketOf(key).take();
  }
  /** Takes one token of a key. @throws AppError TooManyRequests where there is none */
  count(key: number | string): void {
    const waitMs = this.take(key);
    if (waitMs > 0) throw new AppError(ErrorCode.TooManyRequests, { seconds: Math.ceil(waitMs / 1000) });
  }

  #dropFull(): void {
    for (const [key, bucket] of this.#buckets) {
      if (!bucket.isFull()) return;
      this.#buckets.delete(key);
    }
  }
  #bucketOf(key: number | string): TokenBucket {
    const known = this.#buckets.get(key);
    if (!known && this.#buckets.size >= this.#maxKeys) return this.#shared;
    const bucket = known ?? new TokenBucket(this.#rate, this.#now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}

/** So many a minute, counted in the minutes of the process. */
export const perMinute = (tokens: number): Rate => ({ tokens, perMs: 60_000, refill: "at once" });
/** So many a second: what was not used in the last second may be used at once. */
export const perSecond = (tokens: number): Rate => ({ tokens, perMs: 1_000, refill: "evenly" });
