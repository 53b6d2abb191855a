/**
 * Code and texts that come when they are first needed. A fetch that fails is made again until it succeeds: offline, or
 * while a server restarts, what was asked for comes late instead of taking down what is on the screen. Code that came and
 * fails when it runs would fail each time: its error is thrown.
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

/**
 * A browser keeps the error of a module that came and failed when it ran, and gives the same object to each import of it
 * (HTML, "error to rethrow"; ECMAScript, [[EvaluationError]]). A fetch that fails has a new error each time.
 *
 * @returns what `load` gives, once it does. `onLate` is called before each wait. @throws the error of the code itself
 */
export async function retryUntilLoaded<T>(load: () => Promise<T>, onLate?: () => void): Promise<T> {
  let before: unknown;
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries > 1 && error === before) throw error;
      before = error;
      // At once, which distinguishes the two: code that has come is not fetched a second time.
      if (tries === 1) continue;
      onLate?.();
      await nextTry();
    }
  }
}
