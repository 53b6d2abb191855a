/** Where each part of a machine is in the picture that is drawn of it, for those who show or touch the picture. */
import type { Band } from "@reelcast/contract";
import type { PictureArea, PictureParts } from "../driver.ts";
import type { GameDefinition } from "../games/index.ts";
import { buttonsOf, cellOf, gambleButtons, grown, layoutOf } from "./layout.ts";
import type { Box, Layout, Shape } from "./layout.ts";

const CROP_MARGIN = 6;
/** Of the frame around the reels: a bonus draws one more line around it. */
const FRAME = 13;
/** Of the metal around the glass of a cabinet. */
const RIM = 6;
const SHAPES: readonly Shape[] = ["wide", "tall"];

const rounded = (part: number) => Math.round(part * 10_000) / 10_000;
const areaOf = ({ width, height }: Layout, { x, y, w, h }: Box): PictureArea => ({
  x: rounded(x / width),
  y: rounded(y / height),
  width: rounded(w / width),
  height: rounded(h / height),
});

/** The reels within a wide picture, with a margin of their frame. */
export function cropOf(cabinet: boolean): PictureArea {
  const layout = layoutOf(cabinet);
  return areaOf(layout, grown(layout.reels, CROP_MARGIN));
}

/** Of a cabinet the glass with its rim, otherwise all but the backdrop left and right of the reels. */
export function glassOf(cabinet: boolean, shape: Shape = "wide"): PictureArea {
  const layout = layoutOf(cabinet, shape);
  const { glass, reels } = layout;
  // Of a tall picture the reels alone: its name and its brand are in sight where there is room.
  if (shape === "tall") return areaOf(layout, grown(reels, FRAME - 2));
  if (cabinet) return areaOf(layout, grown(glass, RIM));
  return areaOf(layout, { ...glass, x: reels.x - FRAME, w: reels.w + 2 * FRAME });
}

export function partsOf(cabinet: boolean, game: GameDefinition, bands: readonly Band[]): PictureParts[] {
  return SHAPES.map((shape) => {
    const layout = layoutOf(cabinet, shape);
    const area = (box: Box) => areaOf(layout, box);
    const { reels, meters, deck, width, height } = layout;
    const gamble = game.gamble ? Object.entries(gambleButtons(layout)) : [];
    return {
      aspect: rounded(width / height),
      glass: glassOf(cabinet, shape),
      reels: Array.from({ length: game.reels }, (_, reel) => area(cellOf(reels, game.reels, 1, reel, 0))),
      meters: meters && area(meters),
      deck: deck && area(deck),
      controls: [
        ...(deck ? buttonsOf(deck, bands) : []).map(({ control, box }) => ({ control: control.id, ...area(box) })),
        ...gamble.map(([control, box]) => ({ control, ...area(box) })),
      ],
    };
  });
}
