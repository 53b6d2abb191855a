/**
 * Full screen, and landscape orientation on a phone in portrait: locked by the browser where it can, otherwise the page
 * is rotated by 90 degrees. Full screen and the lock end when the game is unmounted.
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

/** iPhones have no full screen for pages; iPads (whose user agent says Macintosh) leave it at any swipe. */
function isAppleTouch({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
function matches(query: string): { subscribe: (listener: () => void) => () => void; read: () => boolean } {
  const list = globalThis.matchMedia(query);
  return {
    subscribe(listener) {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    read: () => list.matches,
  };
}
const onFullscreen = (listener: () => void) => {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
};
const isFullscreen = () => document.fullscreenElement !== null;

/** Missing in the types of the standard library. */
interface LockableOrientation {
  lock?: (to: "landscape") => Promise<void>;
  unlock?: () => void;
}
const orientation = (): LockableOrientation => screen.orientation;

async function enterFullscreen(): Promise<void> {
  await document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(() => {});
}

export interface ScreenMode {
  /** The device supports it; otherwise there is no button. */
  mayFullscreen: boolean;
  fullscreen: boolean;
  toggleFullscreen: () => void;
  /** A phone in portrait orientation. */
  mayRotate: boolean;
  rotated: boolean;
  toggleRotated: () => void;
}

export function useScreenMode({ auto }: { auto: boolean }): ScreenMode {
  const [upright] = useState(() => matches("(orientation: portrait) and (max-width: 1023px)"));
  const portrait = useSyncExternalStore(upright.subscribe, upright.read);
  const fullscreen = useSyncExternalStore(onFullscreen, isFullscreen);
  const [turned, setTurned] = useState(false);
  // Once the device itself is in landscape orientation, the page is not rotated any more.
  if (turned && !portrait) setTurned(false);
  const rotated = turned && portrait;
  const mayFullscreen = document.fullscreenEnabled && !isAppleTouch(navigator);

  const toggleFullscreen = useCallback(() => {
    if (!mayFullscreen) return;
    if (isFullscreen()) void document.exitFullscreen().catch(() => {});
    else void enterFullscreen();
  }, [mayFullscreen]);

  const toggleRotated = useCallback(() => {
    if (turned && portrait) return setTurned(false);
    void turn();
    async function turn(): Promise<void> {
      // Locking the orientation also turns the keyboard, so it is tried before the page is rotated.
      const { lock } = orientation();
      if (mayFullscreen && lock && navigator.maxTouchPoints > 0) {
        const before = isFullscreen();
        if (!before) await enterFullscreen();
        const locked = await lock.call(screen.orientation, "landscape").then(
          () => true,
          () => false,
        );
        if (locked && !upright.read()) return;
        if (!before && isFullscreen()) await document.exitFullscreen().catch(() => {});
      }
      setTurned(true);
    }
  }, [turned, portrait, mayFullscreen, upright]);

  useEffect(() => {
    // The whole body is rotated, with sheets and toasts.
    document.documentElement.toggleAttribute("data-rotated", rotated);
    return () => document.documentElement.removeAttribute("data-rotated");
  }, [rotated]);
  useEffect(() => {
    if (!auto || !mayFullscreen) return;
    const once = () => {
      stop();
      if (!isFullscreen()) void enterFullscreen();
    };
    const stop = () => {
      document.removeEventListener("pointerup", once);
      document.removeEventListener("keydown", once);
    };
    document.addEventListener("pointerup", once);
    document.addEventListener("keydown", once);
    return stop;
  }, [auto, mayFullscreen]);
  useEffect(
    () => () => {
      if (isFullscreen()) void document.exitFullscreen().catch(() => {});
      try {
        orientation().unlock?.();
      } catch {
        // Some browsers throw if the orientation is not locked.
      }
    },
    [],
  );
  return { mayFullscreen, fullscreen, toggleFullscreen, mayRotate: portrait, rotated, toggleRotated };
}
