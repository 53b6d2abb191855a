/** Gets the game ready while a card may still be pressed: its code with a pointer or the focus on it, the rest with a finger. */
import { useEffect } from "react";
import { dropScreen, prefetchScreen, prepareScreen } from "../screens/early.ts";

/** Of a link to a machine. */
const pathOf = (target: EventTarget | null): string | null | undefined =>
  target instanceof Element ? target.closest('a[href^="/game/"]')?.getAttribute("href") : null;

/** Listens on the page as a whole: cards come and go all the time. */
export function usePresses(): void {
  useEffect(() => {
    const ended = new AbortController();
    const on = <T extends keyof DocumentEventMap>(
      type: T,
      act: (path: string) => void,
      counts: (event: DocumentEventMap[T]) => boolean = () => true,
    ) =>
      document.addEventListener(
        type,
        (event) => {
          const path = pathOf(event.target);
          if (path && counts(event)) act(path);
        },
        { passive: true, signal: ended.signal },
      );
    on("pointerover", prefetchScreen);
    on("focusin", prefetchScreen);
    on("pointerdown", prepareScreen);
    // The page scrolls instead.
    on("pointercancel", dropScreen);
    // The key that opens a link; any other goes past the card.
    on("keydown", prepareScreen, ({ key }) => key === "Enter");
    return () => ended.abort();
  }, []);
}
