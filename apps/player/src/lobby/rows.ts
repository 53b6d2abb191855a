/**
 * Which rows of a long list are near the window. All rows have the same height, so no row is measured. Their elements
 * are reused: row n is shown by slot n % slots, so that scrolling makes and removes no elements.
 */
/** Rows above and below the window, so that quick scrolling shows no gaps. */
const SPARE = 2;

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
