/** The picture enlarged by the player: how it may be. Pure geometry; bounded, so that the picture never leaves its room. */
import { clamp, seen, zoomed } from "./picture.ts";
import type { Placement, Room, Zoom } from "./picture.ts";

export const MOST = 4;
/** By a double tap. */
export const TAP = 2;

export interface Point {
  x: number;
  y: number;
}

/** The zoom whose picture has its upper left corner there, or as near to it as the bounds allow. null: not enlarged. */
function zoomFrom(
  placement: Placement,
  room: Pick<Room, "width" | "height">,
  corner: Point,
  scale: number,
): Zoom | null {
  if (scale <= 1.001) return null;
  const { left, top, width, height } = placement;
  const part = (start: number, length: number, size: number, from: number) => {
    const [first, last] = seen(start, length, size);
    const bounded = clamp(from, last - length * scale, first);
    return ((first + last) / 2 - bounded) / (length * scale);
  };
  return { scale, x: part(left, width, room.width, corner.x), y: part(top, height, room.height, corner.y) };
}

/** Another scale, with the same part of the picture below `point` of the room. */
export function zoomAt(
  placement: Placement,
  room: Pick<Room, "width" | "height">,
  before: Zoom | null,
  point: Point,
  scale: number,
): Zoom | null {
  const now = zoomed(placement, room, before);
  const next = clamp(scale, 1, MOST);
  const by = (next * placement.width) / now.width;
  const corner = { x: point.x - (point.x - now.left) * by, y: point.y - (point.y - now.top) * by };
  return zoomFrom(placement, room, corner, next);
}

/** Moved by so many pixels. */
export function moved(
  placement: Placement,
  room: Pick<Room, "width" | "height">,
  before: Zoom | null,
  by: Point,
): Zoom | null {
  if (!before) return null;
  const { left, top } = zoomed(placement, room, before);
  return zoomFrom(placement, room, { x: left + by.x, y: top + by.y }, before.scale);
}
