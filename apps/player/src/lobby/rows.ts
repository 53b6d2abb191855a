/**
 * Which rows of a long list are near the window. All rows have the same height, so no row is measured. Their elements
 * are reused: row n is shown by slot n % slots, so that scrolling makes and removes no elements.
 */
import { useLayoutEffect, useRef, useState } from "react";

/** Rows above and below the window, so that quick scrolling shows no gaps. */
const SPARE = 2;
/** Without scrolling for so long, the list rests. */
const REST_MS = 400;

export interface Rows {
  first: number;
  /** One past the last. Their number does not depend on the position. */
  end: number;
}

/** Rows that are shown at a time, if the list has as many. @param height of the window, in pixels */
export const slotsFor = (height: number, rowHeight: number): number => Math.ceil(height / rowHeight) + 1 + 2 * SPARE;

/** @param top pixels of the list above the window's upper edge; below 0 while it begins further down */
export function rowsNear(top: number, rowHeight: number, rows: number, slots: number): Rows {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - SPARE, rows - slots));
  return { first, end: Math.min(rows, first + slots) };
}

/** The rows, in the order in which slot `begin` comes first. */
export function inOrder({ first, end }: Rows, begin: number, slots: number): number[] {
  const rank = (row: number) => (row - begin + slots) % slots;
  return Array.from({ length: end - first }, (_, n) => first + n).toSorted((a, b) => rank(a) - rank(b));
}

interface Shown {
  first: number;
  /** The slot that is first in the document. */
  begin: number;
}

/**
 * The rows near the window, in the order of the document. A reused row stays where it is in the document while the list
 * is scrolled. When the list rests, the order becomes that of the list, one row per frame: Tab and screen readers follow it.
 * @param offset pixels from the page's top to the list's
 */
export function useRowsNear(
  offset: number,
  rowHeight: number,
  rows: number,
): { shown: readonly number[]; slots: number } {
  const [height, setHeight] = useState(innerHeight);
  const slots = slotsFor(height, rowHeight);
  const firstNow = () => rowsNear(scrollY - offset, rowHeight, rows, slots).first;
  const [{ first, begin }, setShown] = useState<Shown>(() => ({ first: firstNow(), begin: 0 }));
  const latest = useRef<Shown>({ first, begin });
  const isNew = useRef(true);
  useLayoutEffect(() => {
    let frame = 0;
    let ordering = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Shown) => {
      latest.current = next;
      setShown(next);
    };
    const order = () => {
      const { first: at, begin: from } = latest.current;
      if (from === at % slots) return;
      show({ first: at, begin: (from + 1) % slots });
      ordering = requestAnimationFrame(order);
    };
    const look = () => {
      frame = 0;
      cancelAnimationFrame(ordering);
      clearTimeout(rest);
      rest = setTimeout(order, REST_MS);
      const now = rowsNear(scrollY - offset, rowHeight, rows, slots).first;
      if (now !== latest.current.first) show({ ...latest.current, first: now });
    };
    // At most once a frame, however many events there are.
    const onScroll = () => (frame ||= requestAnimationFrame(look));
    const onResize = () => setHeight(innerHeight);
    // New rows are those of this moment: looking again now would lay them out at once, in one task with their drawing.
    if (isNew.current) onScroll();
    else look();
    isNew.current = false;
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onResize);
    return () => {
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onResize);
      cancelAnimationFrame(frame);
      cancelAnimationFrame(ordering);
      clearTimeout(rest);
    };
  }, [offset, rowHeight, rows, slots]);
  // What has just become of the list counts at once: narrowed to a few, it may end before where the window was.
  const last = Math.max(0, rows - slots);
  const from = first > last ? firstNow() : first;
  return { shown: inOrder({ first: from, end: Math.min(rows, from + slots) }, begin % slots, slots), slots };
}
