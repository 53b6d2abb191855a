/** A counter that runs towards its newest value instead of jumping there. Pure. */

const COUNT_MS = 1_500;

export interface Count {
  from: number;
  to: number;
  /** Start of the animation, ms. */
  since: number;
}

/** The shown value, whole minor units: it rises ever slower. A jackpot that was hit falls at once. */
export function valueAt({ from, to, since }: Count, now: number): number {
  if (to <= from) return to;
  const part = Math.min(1, Math.max(0, (now - since) / COUNT_MS));
  return Math.round(from + (to - from) * (1 - (1 - part) ** 3));
}
export function isOver({ from, to, since }: Count, now: number): boolean {
  return to <= from || now - since >= COUNT_MS;
}
export function towards(count: Count, to: number, now: number): Count {
  return { from: valueAt(count, now), to, since: now };
}
