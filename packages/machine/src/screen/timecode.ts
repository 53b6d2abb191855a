/**
 * The time stamp in the picture, for measuring delay from a recording: 32 blocks of equal width along the bottom edge,
 * 12 px high at 360 lines, least significant bit first, white for 1. Bits 0–23: milliseconds of the draw time modulo
 * 2^24; bits 24–31: accepted presses modulo 256. Pure apart from the canvas that it paints on.
 */
import type { SKRSContext2D } from "@napi-rs/canvas";

const BLOCKS = 32;
const TIME_BITS = 24;
const TIME_RANGE = 2 ** TIME_BITS;

export interface Timecode {
  /** Milliseconds of the draw time modulo 2^24 (about 4 h 39 min). */
  time: number;
  /** Accepted presses modulo 256. */
  presses: number;
}

/** Height of the blocks in a picture of this height. */
export const timecodeHeight = (height: number): number => Math.round((12 * height) / 360);

/** The 32 bits, least significant first. */
export function timecodeBits(now: number, presses: number): boolean[] {
  const time = ((Math.floor(now) % TIME_RANGE) + TIME_RANGE) % TIME_RANGE;
  return Array.from({ length: BLOCKS }, (_, i) =>
    i < TIME_BITS ? Math.floor(time / 2 ** i) % 2 === 1 : ((presses >> (i - TIME_BITS)) & 1) === 1,
  );
}

/** Paints the blocks; the context's transform must be the identity (picture pixels). */
export function drawTimecode(ctx: SKRSContext2D, width: number, height: number, now: number, presses: number): void {
  const high = timecodeHeight(height);
  ctx.fillStyle = "#000000";
  ctx.fillRect(0, height - high, width, high);
  ctx.fillStyle = "#ffffff";
  timecodeBits(now, presses).forEach((bit, i) => {
    if (!bit) return;
    const left = Math.round((i * width) / BLOCKS);
    ctx.fillRect(left, height - high, Math.round(((i + 1) * width) / BLOCKS) - left, high);
  });
}

/**
 * Reads the stamp from RGBA pixels (4 bytes a pixel, rows without padding), also from a lossily encoded picture: each
 * block is averaged over its middle.
 */
export function readTimecode(pixels: Uint8Array | Uint8ClampedArray, width: number, height: number): Timecode {
  const high = timecodeHeight(height);
  const top = height - Math.ceil(high * 0.7);
  const bottom = height - Math.floor(high * 0.3);
  let time = 0;
  let presses = 0;
  for (let i = 0; i < BLOCKS; i++) {
    const from = Math.floor(((i + 0.3) * width) / BLOCKS);
    const to = Math.max(from + 1, Math.ceil(((i + 0.7) * width) / BLOCKS));
    let sum = 0;
    let count = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = from; x < to; x++) {
        const at = (y * width + x) * 4;
        sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
        count += 3;
      }
    }
    if (count === 0 || sum / count < 128) continue;
    if (i < TIME_BITS) time += 2 ** i;
    else presses |= 1 << (i - TIME_BITS);
  }
  return { time, presses };
}

/** Milliseconds between the drawing of a stamped picture and `now`, for delays below 2^24 ms. */
export function timecodeAge(time: number, now: number): number {
  return (((Math.floor(now) - time) % TIME_RANGE) + TIME_RANGE) % TIME_RANGE;
}
