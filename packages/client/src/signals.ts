/** `AbortSignal.any`, which the oldest browsers lack. */

/** Aborted with the reason of the first of them that is. */
export function firstOf(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    // Listeners end with the first abort.
    else signal.addEventListener("abort", abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
