/** The clock and the page of a browser. */
import type { WhepClock, WhepPage } from "./types.ts";

export const browserClock: WhepClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
  random: Math.random,
};

/** Null outside a page. */
export function browserPage(): WhepPage | null {
  if (typeof window === "undefined") return null;
  return {
    hidden: () => document.visibilityState === "hidden",
    on(event, listener) {
      const target = event === "resume" || event === "visibilitychange" ? document : window;
      target.addEventListener(event, listener);
      return () => target.removeEventListener(event, listener);
    },
  };
}
