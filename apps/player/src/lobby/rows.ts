/** Which rows of a long list are near the window. All rows have the same height, so no row is measured. */
import { useLayoutEffect, useState } from "react";

/** Rows rendered above and below the window, so that quick scrolling shows no gaps. */
const SPARE = 3;

export interface Rows {
  first: number;
  /** One past the last. */
  end: number;
}

/**
 * @param top pixels of the list above the window's upper edge; below 0 while it begins further down
 * @param height of the window, in pixels
 */
export function rowsNear(top: number, height: number, rowHeight: number, rows: number): Rows {
  const near = (row: number) => Math.min(rows, Math.max(0, row));
  return {
    first: near(Math.floor(top / rowHeight) - SPARE),
    end: near(Math.ceil((top + height) / rowHeight) + SPARE),
  };
}

/** @param offset pixels from the page's top to the list's */
export function useRowsNear(offset: number, rowHeight: number, rows: number): Rows {
  const measure = () => rowsNear(scrollY - offset, innerHeight, rowHeight, rows);
  const [near, setNear] = useState(measure);
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setNear((before) => {
        const now = rowsNear(scrollY - offset, innerHeight, rowHeight, rows);
        return now.first === before.first && now.end === before.end ? before : now;
      });
    };
    // At most once a frame, however many events there are.
    const onScroll = () => (frame ||= requestAnimationFrame(look));
    look();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
      cancelAnimationFrame(frame);
    };
  }, [offset, rowHeight, rows]);
  // What has just become of the list counts at once: narrowed to a few, it may end before where the window was.
  return near.end > rows ? measure() : near;
}
