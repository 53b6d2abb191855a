/** Rectangles in a machine's picture, in parts of its width and height. Pure geometry. */
import { LEAST_AREA } from "@reelcast/contract/console";
import type { TouchArea } from "@reelcast/contract/console";

export type Box = Pick<TouchArea, "x" | "y" | "width" | "height">;
export interface Point {
  x: number;
  y: number;
}

/** A thousandth of a picture is less than a pixel of what players are shown. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The nearest box that is within the picture, and not too small. */
export function within({ x, y, width, height }: Box): Box {
  const size = { width: rounded(clamp(width, LEAST_AREA, 1)), height: rounded(clamp(height, LEAST_AREA, 1)) };
  return { x: rounded(clamp(x, 0, 1 - size.width)), y: rounded(clamp(y, 0, 1 - size.height)), ...size };
}
export const moved = (box: Box, by: Point): Box => within({ ...box, x: box.x + by.x, y: box.y + by.y });
/** Its upper left corner stays. */
export const resized = (box: Box, by: Point): Box =>
  within({
    ...box,
    width: clamp(box.width + by.x, LEAST_AREA, 1 - box.x),
    height: clamp(box.height + by.y, LEAST_AREA, 1 - box.y),
  });
/** Between two corners; null: too small to be meant. */
export function drawn(from: Point, to: Point): Box | null {
  const [left, right] = [from.x, to.x].map((x) => clamp(x, 0, 1)).toSorted((one, other) => one - other);
  const [top, bottom] = [from.y, to.y].map((y) => clamp(y, 0, 1)).toSorted((one, other) => one - other);
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
  if (right - left < LEAST_AREA || bottom - top < LEAST_AREA) return null;
  return within({ x: left, y: top, width: right - left, height: bottom - top });
}
