/** What a screen shows later than the rest: loaded once the browser has nothing better to do, one part after the other. */

/** However busy the browser is. */
const AT_LATEST_MS = 1_500;
const SAFARI_WAITS_MS = 200;

/** Safari has no such call. */
const onIdle: (run: () => void, options: { timeout: number }) => unknown =
  globalThis.requestIdleCallback ?? ((run) => setTimeout(run, SAFARI_WAITS_MS));
const idle = () => new Promise<void>((resolve) => void onIdle(resolve, { timeout: AT_LATEST_MS }));
let last = Promise.resolve();

/** The same load, in an idle time of its own: several at once would hold up a press. */
export function whenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    last = last.then(idle);
    return last.then(load);
  };
}
