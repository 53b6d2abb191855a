/** Where the machine's picture lies in the room that the screen has for it. Pure geometry, in CSS pixels. */
import type { GameInitAnswer } from "@reelcast/contract";

/** Width by height of a picture that is not there yet. */
export const ASPECT = 16 / 9;
/** A rectangle within the picture, in parts of its width and height. */
export type Area = NonNullable<GameInitAnswer["machine"]["crop"]>;
export const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** The room for the picture: its size, and how much of it lies below other things at each side. */
export interface Room {
  width: number;
  height: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** Of the whole picture, in the pixels of its room. What lies outside of the room is not seen. */
export interface Placement {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Whether a machine's rectangle can be shown alone: within the picture, and neither empty nor all of it. */
export function isArea(area: Area | null | undefined): area is Area {
  if (!area) return false;
  const { x, y, width, height } = area;
  const within = x >= 0 && y >= 0 && x + width <= 1.0001 && y + height <= 1.0001;
  return within && width > 0.1 && height > 0.1 && (width < 0.99 || height < 0.99);
}

/**
 * What must be in sight: the glass, or the reels alone where the player has chosen so or where the controls lie over
 * the rest of the glass.
 */
export function areaInSight(
  { crop, glass }: Pick<GameInitAnswer["machine"], "crop" | "glass">,
  reelsAlone: boolean,
): Area {
  if (reelsAlone && isArea(crop)) return crop;
  return isArea(glass) ? glass : WHOLE;
}

/** @param inset where the free part of the room begins, and `free` how long it is */
function placeAlong(size: number, inset: number, free: number, length: number, from: number, part: number): number {
  const centred = inset + free / 2 - (from + part / 2) * length;
  // It fills the room if it is long enough for that, and lies within the room otherwise.
  const filling = clamp(centred, Math.min(0, size - length), Math.max(0, size - length));
  return clamp(filling, inset - from * length, inset + free - (from + part) * length);
}

/** As large as possible with all of `area` in the free part of the room; the rest of the room shows what is around it. */
export function placementOf(room: Room, area: Area, aspect = ASPECT): Placement {
  const free = { width: room.width - room.left - room.right, height: room.height - room.top - room.bottom };
  const height = Math.max(0, Math.min(free.width / (aspect * area.width), free.height / area.height));
  const width = height * aspect;
  return {
    left: placeAlong(room.width, room.left, free.width, width, area.x, area.width),
    top: placeAlong(room.height, room.top, free.height, height, area.y, area.height),
    width,
    height,
  };
}

/** The least and the greatest height, by the width, of a room in which the glass takes the full width. */
export function heightsOf({ glass }: Pick<GameInitAnswer["machine"], "glass">, aspect = ASPECT) {
  const { width, height } = isArea(glass) ? glass : WHOLE;
  return { least: height / (aspect * width), most: 1 / (aspect * width) };
}

/** The picture enlarged by the player. */
export interface Zoom {
  scale: number;
  /** The point of the picture, in parts of its width and height, in the middle of what is seen. */
  x: number;
  y: number;
}

/** From where to where the picture is seen along one side of its room. */
export const seen = (start: number, length: number, size: number) =>
  [Math.max(0, start), Math.min(size, start + length)] as const;

function along(start: number, length: number, size: number, scale: number, at: number): number {
  const [from, to] = seen(start, length, size);
  return clamp((from + to) / 2 - at * length * scale, to - length * scale, from);
}

/** The placement of the picture as the player has enlarged it. */
export function zoomed(placement: Placement, room: Pick<Room, "width" | "height">, zoom: Zoom | null): Placement {
  if (!zoom) return placement;
  const { left, top, width, height } = placement;
  const { scale, x, y } = zoom;
  return {
    left: along(left, width, room.width, scale, x),
    top: along(top, height, room.height, scale, y),
    width: width * scale,
    height: height * scale,
  };
}
