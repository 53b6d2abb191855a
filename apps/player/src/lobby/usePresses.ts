/** Gets the game ready while a card may still be pressed: its code with a pointer or the focus on it, the rest with a finger. */
import { useEffect } from "react";
import { savesData } from "@reelcast/client/savesData";
import { whenIdle } from "@reelcast/ui";
import { dropScreen, prefetchScreen, prepareScreen } from "../screens/early.ts";

/** Of a link to a machine. */
const pathOf = (target: EventTarget | null): string | null | undefined =>
  target instanceof Element ? target.closest('a[href^="/game/"]')?.getAttribute("href") : null;

/** All machines have the same code. */
const ANY_GAME = "/game/1";
/** With a finger, there is no sign of a press before it is there. */
const TOUCHED_AFTER_MS = 6_000;

/**
 * Fetches the game's code, once the player has begun to use the lobby with a finger, or has looked at it for a while. Returns the
 * function that ends it.
 */
function prefetchForFingers(): () => void {
  const begun = new AbortController();
  const end = () => {
    begun.abort();
    clearTimeout(timer);
  };
  const begin = () => {
    end();
    void whenIdle(async () => prefetchScreen(ANY_GAME))();
  };
  const timer = setTimeout(begin, TOUCHED_AFTER_MS);
  for (const type of ["touchstart", "scroll"]) addEventListener(type, begin, { passive: true, signal: begun.signal });
  return end;
}

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
    const endPrefetch = matchMedia("(hover: none)").matches && !savesData() ? prefetchForFingers() : undefined;
    return () => {
      endPrefetch?.();
      ended.abort();
    };
  }, []);
}
