/** What a screen shows later than the rest: loaded once the browser has nothing better to do, one part after the other. */
import { isSlowLine } from "./slowLine.ts";

/** However busy the browser is. */
const AT_LATEST_MS = 1_500;
const SAFARI_WAITS_MS = 200;

/** Safari has no such call. */
const onIdle: (run: () => void, options: { timeout: number }) => unknown =
  globalThis.requestIdleCallback ?? ((run) => setTimeout(run, SAFARI_WAITS_MS));
const idle = () => new Promise<void>((resolve) => void onIdle(resolve, { timeout: AT_LATEST_MS }));

/** On a slow line the pictures of the first screen come before anything else. */
const PICTURES_FIRST_MS = 4_000;
const afterPictures = async () => {
  if (isSlowLine()) await new Promise((resolve) => setTimeout(resolve, PICTURES_FIRST_MS));
};
/** The idle time of the newest load. */
let last: Promise<void> | undefined;

/** The same load, in an idle time of its own: several at once would hold up a press. On a slow line, some seconds later. */
export function whenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    last = (last ?? afterPictures()).then(idle);
    return last.then(load);
  };
}
