/** Size and position of the picture: whole, or cropped to the reels by CSS. */
import type { GameInitAnswer } from "@reelcast/contract";

/** Width by height of every machine's picture. */
export const ASPECT = 16 / 9;
/** The reels within the picture, in parts of its width and height. */
export type Crop = NonNullable<GameInitAnswer["machine"]["crop"]>;

export interface Placement {
  /** Width by height of the visible part. */
  aspect: number;
  /** Of the whole picture, in percent of the visible part. */
  width: number;
  height: number;
  left: number;
  top: number;
}
const WHOLE: Placement = { aspect: ASPECT, width: 100, height: 100, left: 0, top: 0 };

/** Whether a machine's rectangle can be cropped to: within the picture, and neither empty nor all of it. */
export function isCrop(crop: Crop | null | undefined): crop is Crop {
  if (!crop) return false;
  const { x, y, width, height } = crop;
  const within = x >= 0 && y >= 0 && x + width <= 1.0001 && y + height <= 1.0001;
  return within && width > 0.1 && height > 0.1 && (width < 0.99 || height < 0.99);
}

/** @param aspect of the whole picture, once it is known */
export function placementOf(crop: Crop | null | undefined, cut: boolean, aspect = ASPECT): Placement {
  if (!cut || !isCrop(crop)) return { ...WHOLE, aspect };
  return {
    aspect: (aspect * crop.width) / crop.height,
    width: 100 / crop.width,
    height: 100 / crop.height,
    left: (-100 * crop.x) / crop.width,
    top: (-100 * crop.y) / crop.height,
  };
}
