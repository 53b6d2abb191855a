/** Where the machine's picture lies in the room that the screen has for it. Pure geometry, in CSS pixels. */
import type { GameInitAnswer } from "@reelcast/contract";

/** Width by height of a picture that is not there yet. */
export const ASPECT = 16 / 9;
/** A rectangle within the picture, in parts of its width and height. */
export type Area = NonNullable<GameInitAnswer["machine"]["crop"]>;
export const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };
/** Width by height up to which a picture is one for a phone that is held upright. */
const TALL_BELOW = 1.3;

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
/** Cuts off what is not shown of an element that has the place of the whole picture. */
export const clipOf = ({ x, y, width, height }: Area): string =>
  `inset(${[y, 1 - x - width, 1 - y - height, x].map((part) => `${Math.max(0, part) * 100}%`).join(" ")})`;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Whether a machine's rectangle can be shown alone: within the picture, and neither empty nor all of it. */
export function isArea(area: Area | null | undefined): area is Area {
  if (!area) return false;
  const { x, y, width, height } = area;
  const within = x >= 0 && y >= 0 && x + width <= 1.0001 && y + height <= 1.0001;
  return within && width > 0.1 && height > 0.1 && (width < 0.99 || height < 0.99);
}

export type Described = Pick<GameInitAnswer["machine"], "crop" | "glass" | "parts">;

/** What of the picture is shown. */
export interface Sight {
  /** Is in sight in any case. */
  area: Area;
  /** What lies outside of it is cut off, however much room there is: figures and buttons that the app shows itself. */
  shown: Area;
}

/** The description of the picture of that shape; undefined: there is none. */
export function partsFor({ parts = [] }: Described, aspect: number) {
  const distance = (one: number) => Math.abs(Math.log(one / aspect));
  return parts.toSorted((one, other) => distance(one.aspect) - distance(other.aspect))[0];
}
const above = (area: Area, bottom: number): Area => ({ ...area, height: Math.min(area.height, bottom - area.y) });

/**
 * The glass, or the reels alone where the player has chosen so or where the controls lie over the rest of the glass; without the
 * machine's own figures and buttons, which are below it. All of a picture of which nothing is known, or whose buttons are played by
 * touch (`withButtons`).
 */
export function sightOf(
  machine: Described | null,
  reelsAlone: boolean,
  aspect: number = ASPECT,
  withButtons = false,
): Sight {
  if (withButtons) return { area: WHOLE, shown: WHOLE };
  const { crop, glass } = machine ?? {};
  const parts = machine ? partsFor(machine, aspect) : undefined;
  const bottom = Math.min(parts?.meters?.y ?? 1, parts?.deck?.y ?? 1);
  // Figures above the reels, or across them, stay where they are.
  const shown = bottom >= reelsEnd(parts) ? above(WHOLE, bottom) : WHOLE;
  // The older fields describe a wide picture.
  const isWide = aspect > TALL_BELOW;
  if (reelsAlone && isWide && isArea(crop)) return { area: crop, shown: crop.y + crop.height > bottom ? WHOLE : shown };
  const whole = parts?.glass ?? (isWide ? glass : null);
  return { area: isArea(whole) ? above(whole, shown.y + shown.height) : shown, shown };
}
const reelsEnd = (parts: ReturnType<typeof partsFor>) =>
  Math.max(0, ...(parts?.reels ?? []).map(({ y, height }) => y + height));

/**
 * @param inset where the free part of the room begins, and `free` how long it is
 * @param stands at the end of the free part, and not in its middle
 */
function placeAlong(
  { size, inset, free, stands = false }: { size: number; inset: number; free: number; stands?: boolean },
  length: number,
  from: number,
  part: number,
): number {
  const last = inset + free - (from + part) * length;
  const wanted = stands ? last : inset + free / 2 - (from + part / 2) * length;
  // It fills the room if it is long enough for that, and lies within the room otherwise.
  const filling = clamp(wanted, Math.min(0, size - length), Math.max(0, size - length));
  return clamp(filling, inset - from * length, last);
}

/**
 * As large as possible with all of the area in the free part of the room; the rest of the room shows what is around it. On controls
 * below it stands without a gap: what it leaves free is above it.
 */
export function placementOf(room: Room, { area, shown }: Sight, aspect: number = ASPECT): Placement {
  const free = { width: room.width - room.left - room.right, height: room.height - room.top - room.bottom };
  const height = Math.max(0, Math.min(free.width / (aspect * area.width), free.height / area.height));
  const width = height * aspect;
  const seenWidth = width * shown.width;
  const seenHeight = height * shown.height;
  const from = { x: (area.x - shown.x) / shown.width, y: (area.y - shown.y) / shown.height };
  const across = { size: room.width, inset: room.left, free: free.width };
  const down = { size: room.height, inset: room.top, free: free.height, stands: room.bottom > 0 };
  const left = placeAlong(across, seenWidth, from.x, area.width / shown.width);
  const top = placeAlong(down, seenHeight, from.y, area.height / shown.height);
  return { left: left - shown.x * width, top: top - shown.y * height, width, height };
}

/** The greatest height, by the width, of a room that the picture fills: with what must be in sight at the full width. */
export function heightOf(machine: Described, withButtons = false): number {
  const aspects = machine.parts?.map(({ aspect }) => aspect) ?? [];
  const heights = (aspects.length > 0 ? aspects : [ASPECT]).map((aspect) => {
    const { area, shown } = sightOf(machine, false, aspect, withButtons);
    return shown.height / (aspect * area.width);
  });
  return Math.max(...heights);
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
