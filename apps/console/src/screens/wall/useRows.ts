/** Which rows of a long grid are near the window: only those are in the document. The page itself scrolls. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** Rows above and below the window that are kept ready. */
const SPARE = 2;

export interface GridShape {
  columns: number;
  /** Pixels, with the gap. */
  rowHeight: number;
}
export interface Rows extends GridShape {
  grid: RefObject<HTMLDivElement | null>;
  first: number;
  last: number;
  /** Scrolls as little as needed to bring this row into the window. */
  reveal: (row: number) => void;
}

/** @param shapeOf for a width in pixels */
export function useRows(shapeOf: (width: number) => GridShape): Rows {
  const grid = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<GridShape>({ columns: 1, rowHeight: 1 });
  const [range, setRange] = useState({ first: 0, last: 12 });
  const latest = useRef({ shapeOf, shape });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => {
      const next = shapeOf(element.clientWidth);
      latest.current = { shapeOf, shape: next };
      setShape((known) => (known.columns === next.columns && known.rowHeight === next.rowHeight ? known : next));
      look();
    };
    const look = () => {
      const { rowHeight } = latest.current.shape;
      const top = -element.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
      const last = Math.floor((top + innerHeight) / rowHeight) + SPARE;
      setRange((known) => (known.first === first && known.last === last ? known : { first, last }));
    };
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above the grid moves it.
    if (element.parentElement) observer.observe(element.parentElement);
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, [shapeOf]);
  const reveal = (row: number) => {
    const element = grid.current;
    if (!element) return;
    const { rowHeight } = latest.current.shape;
    const top = element.getBoundingClientRect().top + row * rowHeight;
    const bar = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    if (top < bar) scrollBy({ top: top - bar, behavior: "instant" });
    else if (top + rowHeight > innerHeight) scrollBy({ top: top + rowHeight - innerHeight + 8, behavior: "instant" });
  };
  return { grid, ...shape, ...range, reveal };
}

/** Moves the focus to the element once it is in the document. */
export function useFocusWhenThere(find: () => HTMLElement | null): (wanted: boolean) => void {
  const wants = useRef(false);
  useEffect(() => {
    if (!wants.current) return;
    const element = find();
    if (!element) return;
    wants.current = false;
    element.focus({ preventScroll: true });
  });
  return (wanted) => {
    wants.current = wanted;
  };
}
