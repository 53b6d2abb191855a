/**
 * Code and texts that come when they are first needed. A fetch that fails is made again until it succeeds: offline, or
 * while a server restarts, what was asked for comes late instead of taking down what is on the screen.
 */
const RETRY_AFTER_MS = 1_500;

/** Sooner where the browser says that it has a network again. */
function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, RETRY_AFTER_MS);
    globalThis.addEventListener("online", go);
  });
}

/** @returns what `load` gives, once it does. `onLate` is called after each failure. */
export async function retryUntilLoaded<T>(load: () => Promise<T>, onLate?: () => void): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      onLate?.();
      await nextTry();
    }
  }
}
