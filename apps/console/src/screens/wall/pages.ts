/** How the machines are laid out on a big screen: as large as they can be, and in pages where they are many. Pure. */

export interface WallShape {
  columns: number;
  rows: number;
}
/** Below this width, in pixels at a screen of 1,920, a tile can't be read from three metres. */
const NARROWEST_PART = 1 / 8;
/** Width by height of a tile. */
const ASPECT = 1.15;

/** The fewest columns with which all fit; never more than can be read. */
export function shapeOf(width: number, height: number, count: number): WallShape {
  const most = Math.max(1, Math.floor(1 / NARROWEST_PART));
  for (let columns = 2; columns <= most; columns += 1) {
    const rows = Math.max(1, Math.floor(height / (width / columns / ASPECT)));
    if (columns * rows >= count) return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
  }
  return { columns: most, rows: Math.max(1, Math.floor(height / (width / most / ASPECT))) };
}

/** Those of one page. @param turn rises with time */
export function pageOf<T>(tiles: readonly T[], { columns, rows }: WallShape, turn: number) {
  const size = columns * rows;
  const pages = Math.max(1, Math.ceil(tiles.length / size));
  const page = turn % pages;
  return { shown: tiles.slice(page * size, (page + 1) * size), page, pages };
}
