/** Gets the game ready while a card may still be pressed: its code with a pointer or the focus on it, the rest with a finger. */
import { useEffect } from "react";
import { prefetchScreen, prepareScreen } from "../screens/early.ts";

/** Of a link to a machine. */
const pathOf = (target: EventTarget | null): string | null | undefined =>
  target instanceof Element ? target.closest('a[href^="/game/"]')?.getAttribute("href") : null;

/** Listens on the page as a whole: cards come and go all the time. */
export function usePresses(): void {
  useEffect(() => {
    const ended = new AbortController();
    const on = (type: string, act: (path: string) => void) =>
      document.addEventListener(
        type,
        ({ target }) => {
          const path = pathOf(target);
          if (path) act(path);
        },
        { passive: true, signal: ended.signal },
      );
    on("pointerover", prefetchScreen);
    on("focusin", prefetchScreen);
    on("pointerdown", prepareScreen);
    on("keydown", prepareScreen);
    return () => ended.abort();
  }, []);
}
