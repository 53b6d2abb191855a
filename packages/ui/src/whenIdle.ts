/** What a screen shows later than the rest: loaded once the browser has nothing better to do, one part after the other. */

/** However busy the browser is. */
const AT_LATEST_MS = 1_500;
const SAFARI_WAITS_MS = 200;

/** Safari has no such call. */
const onIdle: (run: () => void, options: { timeout: number }) => unknown =
  globalThis.requestIdleCallback ?? ((run) => setTimeout(run, SAFARI_WAITS_MS));
const idle = () => new Promise<void>((resolve) => void onIdle(resolve, { timeout: AT_LATEST_MS }));
let last = Promise.resolve();

/** On a slow line (`data-line`, set by the page's first script), the pictures of the first screen come before anything else. */
const PICTURES_FIRST_MS = 4_000;
let picturesFirst: Promise<void> | undefined;
const afterPictures = () =>
  (picturesFirst ??=
    document.documentElement.dataset["line"] === "slow"
      ? new Promise((resolve) => setTimeout(resolve, PICTURES_FIRST_MS))
      : Promise.resolve());

/** The same load, in an idle time of its own: several at once would hold up a press. On a slow line, some seconds later. */
export function whenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    last = Promise.all([last, afterPictures()]).then(idle);
    return last.then(load);
  };
}
