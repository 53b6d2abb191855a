/** Saves changes of a list one after the other: each is made of what the house confirmed last. No React. */

export interface Saving<Change> {
  /** The list after the change. */
  apply: (list: readonly string[], change: Change) => string[];
  /** Resolves with what the house then keeps. */
  save: (list: string[]) => Promise<readonly string[]>;
  /** What is confirmed, with all that is still to be saved. */
  show: (list: readonly string[]) => void;
  failed: (error: unknown) => void;
  /** Nothing waits any more. `sure`: every change was confirmed. */
  settled: (sure: boolean) => void;
}

/** Answers what takes the next change; `present` is the list as it is shown. A change that fails takes no other with it. */
export function saveInTurn<Change>({ apply, save, show, failed, settled }: Saving<Change>) {
  let confirmed: readonly string[] = [];
  /** The first one is on its way. */
  const waiting: Change[] = [];
  const showAll = () => show(waiting.reduce<readonly string[]>(apply, confirmed));
  async function work(): Promise<void> {
    let sure = true;
    for (let change = waiting[0]; change !== undefined; change = waiting[0]) {
      try {
        confirmed = await save(apply(confirmed, change));
      } catch (error) {
        sure = false;
        failed(error);
      }
      waiting.shift();
      showAll();
    }
    settled(sure);
  }
  return (present: readonly string[], change: Change): void => {
    const idle = waiting.length === 0;
    if (idle) confirmed = present;
    waiting.push(change);
    showAll();
    if (idle) void work();
  };
}
