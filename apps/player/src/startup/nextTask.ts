/** Ends the present task: the browser draws, and answers a press, before the rest runs. */
interface Yielding {
  /** Missing in the types of the standard library. Continues before other waiting work. */
  scheduler?: { yield?: () => Promise<void> };
}

export const nextTask = (): Promise<void> =>
  (globalThis as Yielding).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
