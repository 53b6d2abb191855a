/** A token bucket: how much one socket may send. Holds one second's worth, and fills at that rate. */
export class Meter {
  readonly #perSecond: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#tokens = perSecond;
    this.#at = now();
  }
  #fill(): void {
    const time = this.#now();
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((time - this.#at) / 1000) * this.#perSecond);
    this.#at = time;
  }
  /** Takes `count` tokens. Answers 0, or the ms until that many are there; then nothing is taken. */
  take(count: number): number {
    this.#fill();
    if (this.#tokens < count) return Math.ceil(((count - this.#tokens) / this.#perSecond) * 1000);
    this.#tokens -= count;
    return 0;
  }
  /** Whether the bucket has filled up again: the client that emptied it has been quiet since. */
  full(): boolean {
    this.#fill();
    return this.#tokens >= this.#perSecond - 1;
  }
}
