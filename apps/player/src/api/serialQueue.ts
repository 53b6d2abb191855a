/** Runs one piece of work after the other, in the order in which they came. A failure does not stop what follows. */
export class SerialQueue {
  #last: Promise<void> | null = null;

  /** Starts at once where nothing is under way. Settles as `work` does. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last === null ? work() : this.#last.then(work);
    const finish = () => {
      if (this.#last === last) this.#last = null;
    };
    const last: Promise<void> = result.then(finish, finish);
    this.#last = last;
    return result;
  }
}
