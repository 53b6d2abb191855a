/** Which symbol is under a finger in the machine's picture. Pure geometry. */
import { partsFor } from "./picture.ts";
import type { Area, Described, Placement } from "./picture.ts";
import type { Point } from "./zoom.ts";

/** A symbol that stands on the reels, and where it is in the picture, in parts of its width and height. */
export interface HeldSymbol {
  symbol: string;
  area: Area;
}

/**
 * @param point in the room of the picture @param placement of the whole picture in that room, as it is enlarged
 * @param symbols of each reel, from top to bottom; each reel is as high as its symbols
 */
export function symbolAt(
  machine: Described,
  aspect: number,
  point: Point,
  placement: Placement,
  symbols: readonly (readonly string[])[],
): HeldSymbol | null {
  const x = (point.x - placement.left) / placement.width;
  const y = (point.y - placement.top) / placement.height;
  const reels = partsFor(machine, aspect)?.reels ?? [];
  const reel = reels.findIndex((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
  const [area, column] = [reels[reel], symbols[reel]];
  if (!area || !column) return null;
  const height = area.height / column.length;
  const row = Math.floor((y - area.y) / height);
  const symbol = column[row];
  return symbol === undefined ? null : { symbol, area: { ...area, y: area.y + row * height, height } };
}
