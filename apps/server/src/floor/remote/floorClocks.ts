/**
 * What the clocks of floors show, so that a command can carry the time after which it must not be carried out. Wall clocks
 * of two computers differ; so the time that a floor sent is taken, and the own time that has passed since is added. As it
 * was sent before it arrived, the result is never later than the floor's clock.
 */

/** Samples are used for so long: clocks of two computers drift. */
const KEPT_MS = 10_000;

interface Sample {
  /** The floor's clock less the own one, at most. */
  offset: number;
  takenAt: number;
}

export class FloorClocks {
  readonly #samples = new Map<string, Sample[]>();

  /** @param at what the floor sent */
  note(floor: string, at: number): void {
    const now = performance.now();
    const sample = { offset: at - now, takenAt: now };
    const recent = (this.#samples.get(floor) ?? []).filter(({ takenAt }) => now - takenAt < KEPT_MS);
    this.#samples.set(floor, [...recent, sample]);
  }
  /** Time of the floor's clock, at most; null: it is not known. The fastest message of the last seconds counts. */
  now(floor: string): number | null {
    const now = performance.now();
    const offsets = (this.#samples.get(floor) ?? []).flatMap(({ offset, takenAt }) =>
      now - takenAt < KEPT_MS ? [offset] : [],
    );
    return offsets.length === 0 ? null : now + Math.max(...offsets);
  }
  /** It gave no answer: its computer may have stood still, and its clock with it. */
  forget(floor: string): void {
    this.#samples.delete(floor);
  }
}
