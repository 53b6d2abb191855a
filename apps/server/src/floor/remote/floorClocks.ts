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

/** Removes from the beginning what is too old. */
function dropOld(samples: Sample[], now: number): void {
  while (samples[0] && now - samples[0].takenAt >= KEPT_MS) samples.shift();
}

export class FloorClocks {
  /** Of each floor, the oldest and greatest first: a sample that a later one exceeds is not needed any more. */
  readonly #samples = new Map<string, Sample[]>();

  /** How many floors it knows. */
  get size(): number {
    return this.#samples.size;
  }
  /** @param at what the floor sent */
  note(floor: string, at: number): void {
    const now = performance.now();
    const offset = at - now;
    const samples = this.#samples.get(floor);
    if (!samples) {
      this.#forgetSilent(now);
      this.#samples.set(floor, [{ offset, takenAt: now }]);
      return;
    }
    dropOld(samples, now);
    while ((samples.at(-1)?.offset ?? Infinity) <= offset) samples.pop();
    samples.push({ offset, takenAt: now });
  }
  /** Time of the floor's clock, at most; null: it is not known. The fastest message of the last seconds counts. */
  now(floor: string): number | null {
    const now = performance.now();
    const samples = this.#samples.get(floor) ?? [];
    dropOld(samples, now);
    const [best] = samples;
    return best ? now + best.offset : null;
  }
  /** A floor has another id after each start. */
  #forgetSilent(now: number): void {
    for (const [floor, samples] of this.#samples) {
      dropOld(samples, now);
      if (samples.length === 0) this.#samples.delete(floor);
    }
  }
  /** It gave no answer: its computer may have stood still, and its clock with it. */
  forget(floor: string): void {
    this.#samples.delete(floor);
  }
}
