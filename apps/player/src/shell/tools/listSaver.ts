/** Saves changes of a list one after the other, each applied to the list that the server confirmed last. No React. */
import { SerialQueue } from "@reelcast/contract/serialQueue";

export interface Saving<Change> {
  /** The list after the change. */
  apply: (list: readonly string[], change: Change) => string[];
  /** Resolves with the server's list. */
  save: (list: string[]) => Promise<readonly string[]>;
  /** Gets the confirmed list with all unsaved changes. */
  show: (list: readonly string[]) => void;
  failed: (error: unknown) => void;
  /** All changes are answered. `sure`: every one was confirmed. */
  settled: (sure: boolean) => void;
}

/** Returns the function for the next change; `present` is the shown list. A change that fails does not affect the others. */
export function createListSaver<Change>({ apply, save, show, failed, settled }: Saving<Change>) {
  const queue = new SerialQueue();
  let confirmed: readonly string[] = [];
  /** Not yet answered; the first one is on its way. */
  const pending: Change[] = [];
  let sure = true;
  const showAll = () => show(pending.reduce<readonly string[]>(apply, confirmed));
  async function saveNext(change: Change): Promise<void> {
    try {
      confirmed = await save(apply(confirmed, change));
    } catch (error) {
      sure = false;
      failed(error);
    }
    pending.shift();
    showAll();
    if (pending.length === 0) settled(sure);
  }
  return (present: readonly string[], change: Change): void => {
    if (pending.length === 0) {
      confirmed = present;
      sure = true;
    }
    pending.push(change);
    showAll();
    void queue.enqueue(() => saveNext(change));
  };
}
