/** Whether the machine's deck fits with all of its bands, or one band at a time. Pure; lengths in CSS pixels. */

import type { Band } from "@reelcast/contract";

/** How the game screen is arranged; the styles say which (`--layout`). */
export type Layout = "upright" | "across" | "desk";
export interface DeckRoom {
  layout: Layout;
  width: number;
  height: number;
  /** Of the text, by the usual one: at twice the size a control is twice as wide. */
  scale?: number;
}
type Bands = readonly { controls: readonly unknown[] }[];

const TARGET = 44;
const GAP = 6;
/** The band's name next to its controls, or above them. */
const NAME_WIDTH = 72;
const NAME_HEIGHT = 16;
/** Between two columns of a desktop's deck. */
const COLUMN_GAP = 24;

const heightOf = (rows: number) => rows * TARGET + Math.max(0, rows - 1) * GAP;
const rowsOf = (controls: number, width: number, scale = 1) =>
  Math.ceil(controls / Math.max(1, Math.floor((width + GAP) / (TARGET * scale + GAP))));

/** Of all bands below each other. */
export function fullHeight(bands: Bands, { layout, width, scale = 1 }: Omit<DeckRoom, "height">): number {
  const inline = layout === "upright";
  const rows = bands.reduce(
    (sum, { controls }) => sum + rowsOf(controls.length, width - (inline ? NAME_WIDTH * scale : 0), scale),
    0,
  );
  return heightOf(rows) + (inline ? 0 : bands.length * NAME_HEIGHT * scale);
}

/** Of one band at a time, with the switch above it: the same for every band. */
export function switchedHeight(bands: Bands, { width, scale }: Pick<DeckRoom, "width" | "scale">): number {
  return heightOf(1 + Math.max(1, ...bands.map(({ controls }) => rowsOf(controls.length, width, scale))));
}

/** `height` of the room: what the deck can have while the glass has its least height. */
export function deckFits(bands: Bands, room: DeckRoom): boolean {
  if (room.layout !== "desk") return fullHeight(bands, room) <= room.height;
  const { scale = 1 } = room;
  const columns = Math.ceil(bands.length / 2);
  const width = (room.width - (columns - 1) * COLUMN_GAP) / columns - NAME_WIDTH * scale;
  return bands.every(({ controls }) => rowsOf(controls.length, width, scale) === 1);
}

/** The band that is shown where only one is: the chosen one, unless another alone has a lamp that is lit. */
export function activeBandOf(bands: readonly Band[], lamps: Readonly<Record<string, boolean>>, chosen: string | null) {
  const isLit = ({ controls }: Band) => controls.some(({ id }) => lamps[id] === true);
  const wanted = bands.find(({ id }) => id === chosen) ?? bands.find(({ id }) => id === "bet") ?? bands[0];
  if (wanted && isLit(wanted)) return wanted;
  return bands.find(isLit) ?? wanted;
}
