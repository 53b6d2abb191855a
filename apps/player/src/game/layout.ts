/** How the game screen is arranged now: the styles decide, and say so in `--layout`. */
import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import type { DeckRoom, Layout } from "./deckRoom.ts";
import type { Room } from "./picture.ts";

/** Size of the text in pixels unless the browser or the player has chosen another. */
const USUAL_TEXT = 16;
const pixels = (length: string) => Number.parseFloat(length) || 0;

function layoutOf(style: CSSStyleDeclaration): Layout {
  const layout = style.getPropertyValue("--layout").trim();
  return layout === "across" || layout === "desk" ? layout : "upright";
}

/** What `measure` finds, again whenever one of the elements gets another size. */
function useMeasured<T extends object>(
  elements: readonly RefObject<HTMLElement | null>[],
  measure: (...elements: HTMLElement[]) => T,
): T | null {
  const [measured, setMeasured] = useState<T | null>(null);
  useLayoutEffect(() => {
    const present = elements.map(({ current }) => current).filter((element) => element !== null);
    if (present.length < elements.length) return;
    const update = () => {
      const next = measure(...present);
      setMeasured((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    update();
    let frame = 0;
    // In the next frame: what changes while sizes are being reported is an error of the page to some browsers.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    });
    for (const element of present) observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the same elements and measure for the life of the component
  }, []);
  return measured;
}

/** The size of the picture's element; its padding says how much of it lies below the controls. */
export function useRoom(picture: RefObject<HTMLElement | null>): (Room & { layout: Layout }) | null {
  return useMeasured([picture], (element) => {
    const style = getComputedStyle(element ?? document.body);
    return {
      layout: layoutOf(style),
      width: element?.clientWidth ?? 0,
      height: element?.clientHeight ?? 0,
      left: pixels(style.paddingLeft),
      top: pixels(style.paddingTop),
      right: pixels(style.paddingRight),
      bottom: pixels(style.paddingBottom),
    };
  });
}

const overflowOf = (page: Element | null | undefined) => (page ? page.scrollHeight - page.clientHeight : 0);

/** The size of the deck's element, and of what the picture has. */
export function useDeckRoom(
  deck: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
): (DeckRoom & { picture: { width: number; height: number } }) | null {
  return useMeasured([deck, picture], (own, other) => ({
    layout: layoutOf(getComputedStyle(own ?? document.body)),
    width: own?.clientWidth ?? 0,
    // Without what makes the page longer than the window.
    height: (own?.clientHeight ?? 0) - overflowOf(own?.closest("main")),
    scale: Math.max(1, pixels(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT),
    picture: { width: other?.clientWidth ?? 0, height: other?.clientHeight ?? 0 },
  }));
}
