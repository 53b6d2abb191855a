/** Runs one piece of work after the other, in order. One that fails does not stop the others. For server, machines and app. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Work is under way or waits. */
  get busy(): boolean {
    return this.#waiting > 0;
  }
  /** Starts after the work before it, never synchronously. Settles as `work` does. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#last.then(work).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => {});
    return result;
  }
  /** Resolves once all work enqueued so far is done. Never rejects. */
  async drained(): Promise<void> {
    await this.#last;
  }
}
