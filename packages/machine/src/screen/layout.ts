/**
 * Where everything stands in a machine's picture, in units. A wide picture has 640 × 360 of them, a tall one, for a phone that is
 * held upright, 432 × 456: the reels have the width of the phone there, and the app shows the figures. With a cabinet around
 * it, the glass is smaller.
 */
import type { Band, Control } from "@reelcast/contract";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
/** The same box with so many units more on each side. */
export const grown = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });

export type Shape = "wide" | "tall";
export interface Layout {
  shape: Shape;
  cabinet: boolean;
  /** Of the whole picture. */
  width: number;
  height: number;
  /** The glass as a whole. */
  glass: Box;
  title: Box;
  reels: Box;
  /** The machine's own figures; null: the picture has none. */
  meters: Box | null;
  /** The buttons; null: none are in the picture. */
  deck: Box | null;
}

const SIZES = { wide: { width: 640, height: 360 }, tall: { width: 432, height: 456 } } as const;
/** A picture that is not wider than so many of its heights is a tall one. */
const TALL_BELOW = 1.3;
export const shapeOf = (width: number, height: number): Shape => (width < TALL_BELOW * height ? "tall" : "wide");

/** Below the reels of a tall picture: the brand, or how far free spins are. */
export const PLAQUE_HEIGHT = 52;

export function layoutOf(cabinet: boolean, shape: Shape = "wide"): Layout {
  const { width, height } = SIZES[shape];
  const picture = { shape, cabinet, width, height };
  if (shape === "tall") {
    const reels = { x: 26, y: 90, w: 380, h: 285 };
    const glass = { x: 12, y: 0, w: 408, h: height };
    return { ...picture, glass, title: { x: 12, y: 8, w: 408, h: 66 }, reels, meters: null, deck: null };
  }
  const glass = cabinet ? { x: 74, y: 46, w: 492, h: 236 } : { x: 0, y: 0, w: width, h: height };
  const { x, y, w, h } = glass;
  const bar = cabinet ? 34 : 48;
  const head = cabinet ? 0 : 36;
  return {
    ...picture,
    glass,
    title: cabinet ? { x: 62, y: 8, w: 516, h: 34 } : { x, y, w, h: head },
    reels: { x: x + w * 0.045, y: y + head + 8, w: w * 0.91, h: h - head - bar - 18 },
    meters: { x, y: y + h - bar, w, h: bar },
    deck: cabinet ? { x: 58, y: 304, w: 524, h: 30 } : null,
  };
}

export function cellOf(reels: Box, columns: number, rows: number, reel: number, row: number): Box {
  const w = reels.w / columns;
  const h = reels.h / rows;
  return { x: reels.x + reel * w, y: reels.y + row * h, w, h };
}

/** Of all reels but for the meters, which begin where it ends. */
export const sceneOf = ({ glass, meters }: Layout): Box => ({
  ...glass,
  h: (meters?.y ?? glass.y + glass.h) - glass.y,
});

const BUTTON_GAP = 4;
const WIDE: { [K in Control["kind"]]?: number } = { play: 2.4, takeWin: 1.6 };
/** The buttons of a deck, from left to right. */
export function buttonsOf(deck: Box, bands: readonly Band[]): { band: Band; control: Control; box: Box }[] {
  const all = bands
    .toSorted((a, b) => a.Order - b.Order)
    .flatMap((band) => band.controls.map((control) => ({ band, control })));
  const unit = deck.w / all.reduce((sum, { control }) => sum + (WIDE[control.kind] ?? 1), 0);
  let x = deck.x;
  return all.map(({ band, control }) => {
    const w = unit * (WIDE[control.kind] ?? 1);
    const box = { x, y: deck.y, w: w - BUTTON_GAP, h: deck.h };
    x += w;
    return { band, control, box };
  });
}

/** Red and black next to the face-down card: their middles and their radius. */
export function gambleButtons(layout: Layout): { red: Box; black: Box } {
  const scene = sceneOf(layout);
  const r = cardWidthOf(layout) * 0.42;
  const at = (side: number): Box => ({
    x: scene.x + scene.w / 2 + side * scene.w * 0.27 - r,
    y: scene.y + scene.h / 2 - r,
    w: 2 * r,
    h: 2 * r,
  });
  return { red: at(-1), black: at(1) };
}
export const cardWidthOf = ({ glass, shape }: Layout): number => glass.h * (shape === "tall" ? 0.22 : 0.27);
