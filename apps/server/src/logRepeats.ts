/**
 * Limits reports that repeat: of each kind one a minute is written, the next one with the number of those that were left out.
 * A failure that lasts must not fill a disk. The first report of a kind is always written, and at once.
 */

const WINDOW_MS = 60_000;
/** A kind that was quiet for so long counts as new. */
const FORGET_MS = 60 * WINDOW_MS;
const MOST_KINDS = 500;
/** Subjects of one kind, for example machines, with lines of their own, unless the report says how many; those beyond share one. */
const MOST_SUBJECTS = 10;
const OTHERS = "others";

/** @param leftOut reports of its kind since the last one that was written @param isFirst nothing of its kind was written lately */
type Write = (leftOut: number, isFirst: boolean) => void;
interface Entry {
  /** Nothing more is written before. */
  until: number;
  leftOut: number;
  /** Writes the last one that was left out. */
  last: Write | null;
}

interface RepeatClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `work` once; it does not keep the process running. */
  after(ms: number, work: () => void): void;
}
const systemClock: RepeatClock = {
  now: () => performance.now(),
  after: (ms, work) => void setTimeout(work, ms).unref(),
};

export class RepeatLimit {
  readonly #kinds = new Map<string, Map<string, Entry>>();
  readonly #clock: RepeatClock;
  #isWaiting = false;

  constructor(clock: RepeatClock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Calls `write` now, or counts it.
   * @param subject what of the kind is reported about; "": it has none
   * @param mostSubjects of this kind, with lines of their own
   */
  report(kind: string, subject: string, write: Write, mostSubjects = MOST_SUBJECTS): void {
    const now = this.#clock.now();
    const subjects = this.#subjectsOf(kind, now);
    const key = subjects.has(subject) || subjects.size < mostSubjects ? subject : OTHERS;
    const known = subjects.get(key);
    const entry = known ?? { until: 0, leftOut: 0, last: null };
    if (known && now < known.until) {
      known.leftOut += 1;
      known.last = write;
      this.#wait();
      return;
    }
    const { leftOut } = entry;
    const isFirst = !known || now > known.until + FORGET_MS;
    subjects.set(key, { until: now + WINDOW_MS, leftOut: 0, last: null });
    write(leftOut, isFirst);
  }

  /** Writes what was left out. @param anyway also that whose minute is not over: the process ends */
  flush(anyway = false): void {
    const now = this.#clock.now();
    for (const subjects of this.#kinds.values()) {
      for (const entry of subjects.values()) {
        const { last, leftOut } = entry;
        if (!last || (!anyway && now < entry.until)) continue;
        Object.assign(entry, { until: now + WINDOW_MS, leftOut: 0, last: null });
        // The last one is written, so it is not left out.
        last(leftOut - 1, false);
      }
    }
  }

  #subjectsOf(kind: string, now: number): Map<string, Entry> {
    if (this.#kinds.size >= MOST_KINDS && !this.#kinds.has(kind)) this.#forget(now);
    const key = this.#kinds.has(kind) || this.#kinds.size < MOST_KINDS ? kind : OTHERS;
    const subjects = this.#kinds.get(key) ?? new Map<string, Entry>();
    this.#kinds.set(key, subjects);
    return subjects;
  }
  #forget(now: number): void {
    for (const [kind, subjects] of this.#kinds)
      if ([...subjects.values()].every(({ until, last }) => last === null && now > until)) this.#kinds.delete(kind);
  }
  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#clock.after(WINDOW_MS, () => {
      this.#isWaiting = false;
      this.flush();
      const isLeft = [...this.#kinds.values()].some((subjects) => [...subjects.values()].some(({ last }) => last));
      if (isLeft) this.#wait();
    });
  }
}
