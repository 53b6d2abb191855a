/** Subscribers to a machine. One that throws affects neither the others nor the machine. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get size(): number {
    return this.#listeners.size;
  }
  /** Returns the function that ends the subscription. */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  notify(value: T): void {
    for (const listen of this.#listeners) {
      try {
        listen(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
  clear(): void {
    this.#listeners.clear();
  }
}
