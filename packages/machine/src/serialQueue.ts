/** One thing at a time, in the order in which it came. What fails does not hold up what follows. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Something is under way or waits. */
  get busy(): boolean {
    return this.#waiting > 0;
  }
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#last.then(work).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => {});
    return result;
  }
  /** Once all that waits now is done. Never rejects. */
  async drained(): Promise<void> {
    await this.#last;
  }
}
