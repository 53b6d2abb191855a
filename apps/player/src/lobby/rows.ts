/**
 * Where the rows of a long list stand, and which are near the window. The list is in sections, each with a heading and rows
 * of cards. All rows have the same height, and all headings too, so nothing is measured. The elements of rows are reused: row n
 * is shown by slot n % slots, so that scrolling makes and removes no elements. Pure.
 */
/** Rows above and below the window, so that quick scrolling shows no gaps. */
const SPARE = 2;

export interface SectionPlace {
  /** Pixels from the list's top to the heading's. */
  top: number;
  /** Pixels from the list's top to the first row's. */
  cardsTop: number;
  /** Number of its first row in the whole list, and one past its last. */
  first: number;
  end: number;
}
export interface ListPlaces {
  sections: readonly SectionPlace[];
  /** Of all sections. */
  rows: number;
  /** Pixels. */
  height: number;
}
interface Sizes {
  columns: number;
  rowHeight: number;
  headingHeight: number;
}

/** @param sections how many cards each has, and whether it has a heading */
export function placesOf(
  sections: readonly { count: number; heading: boolean }[],
  { columns, rowHeight, headingHeight }: Sizes,
): ListPlaces {
  let [top, rows] = [0, 0];
  const places = sections.map(({ count, heading }) => {
    const cardsTop = top + (heading ? headingHeight : 0);
    const place = { top, cardsTop, first: rows, end: rows + Math.ceil(count / columns) };
    rows = place.end;
    top = cardsTop + (place.end - place.first) * rowHeight;
    return place;
  });
  return { sections: places, rows, height: top };
}

/** Index of the last section for which this holds, of sections for which it holds up to one of them; 0 if for none. */
function lastWhere(sections: readonly SectionPlace[], holds: (section: SectionPlace) => boolean): number {
  let [low, high] = [0, sections.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const section = sections[middle];
    if (section && holds(section)) low = middle;
    else high = middle - 1;
  }
  return low;
}
/** Index of the section in which a row is. */
export const sectionOf = ({ sections }: ListPlaces, row: number): number =>
  lastWhere(sections, ({ first }) => first <= row);
/** Pixels from the list's top to the row's. */
export function topOf(places: ListPlaces, row: number, rowHeight: number): number {
  const section = places.sections[sectionOf(places, row)];
  return section ? section.cardsTop + (row - section.first) * rowHeight : 0;
}

/** The row at that place, pixels from the list's top; at a heading, the first below it. May be beyond the list. */
export function rowAt({ sections }: ListPlaces, top: number, rowHeight: number): number {
  const section = sections[lastWhere(sections, (one) => one.top <= top)];
  if (!section) return 0;
  const row = section.first + Math.max(0, Math.floor((top - section.cardsTop) / rowHeight));
  return top < 0 ? 0 : row;
}

/** Rows that are shown at a time, if the list has as many. @param height of the window, in pixels */
export const slotsFor = (height: number, rowHeight: number): number => Math.ceil(height / rowHeight) + 1 + 2 * SPARE;

/** The first of the rows that are shown. @param top pixels of the list above the window's upper edge; below 0 while it begins further down */
export const firstNear = (places: ListPlaces, top: number, rowHeight: number, slots: number): number =>
  Math.max(0, Math.min(rowAt(places, top, rowHeight) - SPARE, places.rows - slots));
