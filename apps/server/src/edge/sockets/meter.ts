/** A token bucket: how many requests one socket may make. */

export interface Meter {
  /** Takes `count` tokens. Answers 0, or the ms until that many are there; then nothing is taken. */
  take(count: number): number;
  /** Whether the bucket has filled up again: whoever emptied it has been quiet since. */
  full(): boolean;
}

/** Holds one second's worth, and fills at that rate. */
export function createMeter({ perSecond, now }: { perSecond: number; now: () => number }): Meter {
  let tokens = perSecond;
  let at = now();
  const fill = () => {
    const time = now();
    tokens = Math.min(perSecond, tokens + ((time - at) / 1000) * perSecond);
    at = time;
  };
  return {
    take(count) {
      fill();
      if (tokens < count) return Math.ceil(((count - tokens) / perSecond) * 1000);
      tokens -= count;
      return 0;
    },
    full() {
      fill();
      return tokens >= perSecond - 1;
    },
  };
}
