/**
 * Calls that are carried out together, so that one commit serves many of them. No call waits for others to come: while few
 * batches are under way, a call is sent at once; calls that come meanwhile are collected, and go with the next batch.
 */

/** How long a batch counts as under way, ms: no call waits longer than that, but for `MOST_AT_ONCE`. */
const COUNTS_FOR_MS = 20;
/** Batches under way with which a call waits for one of them to end. */
const AT_ONCE = 2;
/** Batches under way however long they take: each occupies a connection. */
const MOST_AT_ONCE = 6;
/** Calls in one batch. */
const MOST_CALLS = 100;

export interface BatchWork<Call, Result> {
  /**
   * Carries out several calls. `undefined` for each one that is to be carried out alone, of which nothing has been done.
   * If it fails, all are carried out alone; so it must be safe to repeat.
   */
  together: (calls: readonly Call[]) => Promise<readonly (Result | undefined)[]>;
  alone: (call: Call) => Promise<Result>;
  /** Of two calls with one key, the second waits until the first has ended. */
  keyOf: (call: Call) => number;
  /** Called for each call when it is sent, with how long it has waited, ms. */
  onSent?: ((waitedMs: number) => void) | undefined;
}

interface Waiting<Call, Result> {
  call: Call;
  /** By `performance.now()`. */
  since: number;
  resolve: (result: Result | Promise<Result>) => void;
}

/** The next calls, of each key one that is not under way, whose keys are then; and those that go on waiting. */
function divide<Call, Result>(
  waiting: readonly Waiting<Call, Result>[],
  keys: Set<number>,
  keyOf: (call: Call) => number,
): { batch: Waiting<Call, Result>[]; left: Waiting<Call, Result>[] } {
  const batch: Waiting<Call, Result>[] = [];
  const left: Waiting<Call, Result>[] = [];
  for (const one of waiting) {
    const key = keyOf(one.call);
    if (batch.length < MOST_CALLS && !keys.has(key)) {
      keys.add(key);
      batch.push(one);
    } else left.push(one);
  }
  return { batch, left };
}

/** @returns a function that carries out a call, resolving or rejecting as `alone` does */
export function createBatches<Call, Result>(work: BatchWork<Call, Result>): (call: Call) => Promise<Result> {
  const { together, alone, keyOf, onSent } = work;
  let waiting: Waiting<Call, Result>[] = [];
  /** Start of each batch under way, by `performance.now()`. */
  const underWay = new Set<{ since: number }>();
  const keys = new Set<number>();
  let timer: NodeJS.Timeout | null = null;

  async function runAlone({ call, resolve }: Waiting<Call, Result>): Promise<void> {
    const result = alone(call);
    resolve(result);
    await result.catch(() => {});
  }
  async function run(batch: readonly Waiting<Call, Result>[]): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) {
      await runAlone(first);
      keys.delete(keyOf(first.call));
      return;
    }
    const results = await together(batch.map(({ call }) => call)).catch(() => []);
    for (const [index, one] of batch.entries()) {
      const result = results[index];
      if (result === undefined) {
        void runAlone(one).then(() => {
          keys.delete(keyOf(one.call));
          send();
        });
      } else {
        keys.delete(keyOf(one.call));
        one.resolve(result);
      }
    }
  }
  function send(): void {
    const now = performance.now();
    const young = [...underWay].filter(({ since }) => now - since < COUNTS_FOR_MS);
    if (waiting.length === 0 || underWay.size >= MOST_AT_ONCE) return;
    if (young.length >= AT_ONCE) {
      const oldest = Math.min(...young.map(({ since }) => since));
      timer ??= setTimeout(
        () => {
          timer = null;
          send();
        },
        oldest + COUNTS_FOR_MS - now,
      );
      return;
    }
    const { batch, left } = divide(waiting, keys, keyOf);
    waiting = left;
    if (batch.length === 0) return;
    for (const { since } of batch) onSent?.(now - since);
    const own = { since: now };
    underWay.add(own);
    void run(batch).then(() => {
      underWay.delete(own);
      send();
    });
    send();
  }
  return (call) =>
    new Promise<Result>((resolve) => {
      waiting.push({ call, since: performance.now(), resolve });
      send();
    });
}
