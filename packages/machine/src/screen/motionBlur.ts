/**
 * The blur of a turning reel: the mean of the strip over the way that it makes while one frame is exposed. It is drawn once for
 * each strip, with fewer lines the longer it is, because nothing of that height is left in it.
 */
import { createCanvas } from "@napi-rs/canvas";
import type { Canvas } from "@napi-rs/canvas";

export interface Blur {
  /** In symbols. */
  length: number;
  /** Lines of the strip for each line of the blurred one. */
  lines: number;
}
/** Of one frame, seconds: the shutter is open as long as the frame lasts, so that what two frames show joins without a gap. */
export const EXPOSURE_S = 1 / 25;
/**
 * Symbols a second from which each holds, and the greatest speed that it is for. A few lengths serve all speeds: each strip is drawn
 * once for each of them.
 */
const SPEEDS: readonly { from: number; to: number; lines: number }[] = [
  { from: 18, to: 27, lines: 6 },
  { from: 11, to: 18, lines: 4 },
  { from: 6, to: 11, lines: 3 },
  { from: 1.5, to: 6, lines: 2 },
];
const BLURS = SPEEDS.map(({ from, to, lines }) => ({ from, length: to * EXPOSURE_S, lines }));
/** @param speed symbols a second. @returns null: the strip is sharp */
export const blurOf = (speed: number): Blur | null => BLURS.find(({ from }) => speed >= from) ?? null;

/** Each step doubles the number of places that the mean is taken of. */
const STEPS = 5;

/**
 * @param cell height of a symbol, @param ring of all symbols of the strip, which begins anew after them; pixels
 */
export function blurredAlong(strip: Canvas, cell: number, ring: number, { length, lines }: Blur): Canvas {
  const { width } = strip;
  const height = Math.max(1, Math.round(strip.height / lines));
  const turn = (ring * height) / strip.height;
  const draw = (source: Canvas, moves: readonly number[]): Canvas => {
    const canvas = createCanvas(width, height);
    const ctx = canvas.getContext("2d");
    // Adds up: transparent places count as such.
    ctx.globalCompositeOperation = "lighter";
    ctx.globalAlpha = 1 / moves.length;
    for (const by of moves) {
      ctx.drawImage(source, 0, by, width, height);
      if (by > 0) ctx.drawImage(source, 0, turn - by, width, by, 0, 0, width, by);
      if (by < 0) ctx.drawImage(source, 0, height - turn, width, -by, 0, height + by, width, -by);
    }
    return canvas;
  };
  let blurred = draw(strip, [0]);
  for (let step = 0; step < STEPS; step += 1) {
    const by = ((length * cell) / lines) * 2 ** -(step + 2);
    blurred = draw(blurred, [-by, by]);
  }
  return blurred;
}
