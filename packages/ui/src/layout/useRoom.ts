/** How much height the window leaves to a page layout below the frame. */
import { useLayoutEffect } from "react";
import type { RefObject } from "react";

/**
 * Keeps `--room-top` on the element: how far it begins below the top of the document, in pixels. What sticks within it
 * comes to rest there, and what fills the window takes the window's height without it.
 */
export function useRoom(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const top = Math.max(0, Math.round(current.getBoundingClientRect().top + globalThis.scrollY));
      current.style.setProperty("--room-top", `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
}
