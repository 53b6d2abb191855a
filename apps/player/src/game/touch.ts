/** The machine's own buttons in its picture: which one a tap means. Pure geometry. */
import type { Control } from "@reelcast/contract";
import type { Layout } from "./deckRoom.ts";
import { ASPECT, partsFor } from "./picture.ts";
import type { Area, Described, Placement } from "./picture.ts";
import type { Point } from "./zoom.ts";

/** A finger is wide: so far from a small button, in CSS pixels, it still means it. */
const FINGER = 22;
/** Width by height of the picture that a phone held upright has. */
const UPRIGHT = 0.95;

/** A control, and where it is in the picture, in parts of its width and height. */
export interface Touched {
  control: string;
  area: Area;
}

/** How far the point is from the area, in pixels; 0: within. */
function distanceTo({ x, y, width, height }: Area, point: Point, placement: Placement): number {
  const beyond = (at: number, from: number, length: number) => Math.max(from - at, 0, at - from - length);
  return Math.hypot(
    beyond(point.x, placement.left + x * placement.width, width * placement.width),
    beyond(point.y, placement.top + y * placement.height, height * placement.height),
  );
}
const holdsReel = ({ kind, id }: Control, reel: number) => kind === "hold" && id.split("-").at(-1) === String(reel + 1);

/**
 * What a tap in the picture means: of the controls that are lit the one under the finger, else the nearest in its reach. A
 * reel stands for its hold.
 *
 * @param point in the room of the picture @param placement of the whole picture in that room, as it is enlarged
 * @param controls of the machine's bands @param isLit whether a press of it has an effect now
 */
export function touchedAt(
  machine: Described & { bands: readonly { controls: readonly Control[] }[] },
  aspect: number,
  point: Point,
  placement: Placement,
  isLit: (control: string) => boolean,
): Touched | null {
  const parts = partsFor(machine, aspect);
  if (!parts) return null;
  const all = machine.bands.flatMap(({ controls }) => controls);
  const reels = parts.reels.flatMap((area, reel) => {
    const hold = all.find((control) => holdsReel(control, reel));
    return hold ? [{ control: hold.id, area, reach: 0 }] : [];
  });
  const buttons = parts.controls.map(({ control, ...area }) => ({ control, area, reach: FINGER }));
  const [nearest] = [...buttons, ...reels]
    .filter(({ control }) => isLit(control))
    .map((one) => ({ ...one, distance: distanceTo(one.area, point, placement) }))
    .filter(({ distance, reach }) => distance <= reach)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest ? { control: nearest.control, area: nearest.area } : null;
}

/** Whether the picture of that shape shows the machine's own buttons. */
export function hasButtons(machine: Described | null, layout: Layout): boolean {
  const parts = machine ? partsFor(machine, layout === "upright" ? UPRIGHT : ASPECT) : undefined;
  return parts !== undefined && parts.deck !== null && parts.controls.length > 0;
}
