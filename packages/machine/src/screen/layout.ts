/** Positions within a picture of 640 × 360 units. With a cabinet around it, the glass is smaller. */

export const WIDTH = 640;
export const HEIGHT = 360;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
/** The same box with so many units more on each side. */
export const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

export interface Layout {
  /** The glass as a whole. */
  glass: Box;
  title: Box;
  reels: Box;
  meters: Box;
}

export function layoutOf(cabinet: boolean): Layout {
  const glass = cabinet ? { x: 74, y: 46, w: 492, h: 236 } : { x: 0, y: 0, w: WIDTH, h: HEIGHT };
  const { x, y, w, h } = glass;
  const bar = cabinet ? 34 : 48;
  const head = cabinet ? 0 : 36;
  return {
    glass,
    title: { x, y, w, h: head },
    reels: { x: x + w * 0.045, y: y + head + 8, w: w * 0.91, h: h - head - bar - 18 },
    meters: { x, y: y + h - bar, w, h: bar },
  };
}
export function cellOf(reels: Box, columns: number, rows: number, reel: number, row: number): Box {
  const w = reels.w / columns;
  const h = reels.h / rows;
  return { x: reels.x + reel * w, y: reels.y + row * h, w, h };
}
