/** The whole screen for the page, where the browser has that: an iPhone does not. */
import { useSyncExternalStore } from "react";

export function enterFullscreen(): void {
  document.documentElement.requestFullscreen?.().catch(() => {});
}
export function leaveFullscreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}
export const useFullscreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener("fullscreenchange", listener);
      return () => document.removeEventListener("fullscreenchange", listener);
    },
    () => document.fullscreenElement !== null,
  );
