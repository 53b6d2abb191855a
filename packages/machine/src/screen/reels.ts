/** Draws the reels: for each, a part of its strip of symbols, blurred while it turns fast. */
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import type { CanvasCache } from "./canvasCache.ts";
import { createScaledCanvas } from "./drawing.ts";
import { drawGlyph } from "./glyphs.ts";
import { cellOf, layoutOf } from "./layout.ts";
import { reelPosition } from "./motion.ts";

/** Speed above which a reel is drawn blurred. */
export const BLUR_SPEED = 9;
/** A blurred symbol is several faint ones, moved by these parts of its height. */
export const BLUR_OFFSETS = [-0.3, -0.15, 0, 0.15, 0.3];
export const BLUR_ALPHA = 0.22;

/** Units of the layout. */
interface CellSize {
  w: number;
  h: number;
}

export const symbolSize = ({ w, h }: CellSize): number => Math.min(w, h) * 0.86;

/** Where a reel of `length` symbols stands: the symbol at its top, 0 … length, and its speed in symbols a second. */
export function reelAt(
  { spin, stops, from }: DisplayState["reels"],
  reel: number,
  length: number,
  now: number,
): { position: number; speed: number } {
  const stop = stops[reel] ?? 0;
  const { position, speed, bounce } = spin
    ? reelPosition(
        { from: from[reel] ?? 0, stop, startedAt: spin.startedAt, stopsAt: spin.stopsAt[reel] ?? spin.startedAt },
        now,
      )
    : { position: stop, speed: 0, bounce: 0 };
  return { position: (((position - bounce) % length) + length) % length, speed };
}

export class ReelPainter {
  readonly #ctx: SKRSContext2D;
  readonly #scale: number;
  readonly #cache: CanvasCache;
  constructor(ctx: SKRSContext2D, scale: number, cache: CanvasCache) {
    this.#ctx = ctx;
    this.#scale = scale;
    this.#cache = cache;
  }

  draw(state: DisplayState, skin: Skin, game: GameDefinition, now: number): void {
    const { reels } = layoutOf(state.cabinet);
    for (let reel = 0; reel < game.reels; reel += 1) {
      const cell = cellOf(reels, game.reels, game.rows, reel, 0);
      const length = game.strips[state.reels.stripSet][reel]?.length ?? 1;
      const { position, speed } = reelAt(state.reels, reel, length, now);
      const strip = this.#strip(state.reels.stripSet, skin, game, reel, cell, speed > BLUR_SPEED);
      const scale = this.#scale;
      this.#ctx.drawImage(
        strip,
        0,
        position * cell.h * scale,
        cell.w * scale,
        reels.h * scale,
        cell.x,
        cell.y,
        cell.w,
        reels.h,
      );
    }
  }
  /** All symbols of a reel in one column, with its first rows repeated at the end. */
  #strip(
    set: DisplayState["reels"]["stripSet"],
    skin: Skin,
    game: GameDefinition,
    reel: number,
    cell: CellSize,
    blurred: boolean,
  ): Canvas {
    return this.#cache.get(`strip ${skin.key} ${set} ${reel} ${Math.round(cell.w)} ${blurred}`, () => {
      const symbols = game.strips[set][reel] ?? [];
      const rows = [...symbols, ...symbols.slice(0, game.rows + 1)];
      const { canvas, ctx } = createScaledCanvas(cell.w, cell.h * rows.length, this.#scale);
      const size = symbolSize(cell);
      ctx.globalAlpha = blurred ? BLUR_ALPHA : 1;
      for (const [row, symbol] of rows.entries()) {
        const glyph = skin.theme.glyphs[symbol];
        if (!glyph) continue;
        for (const offset of blurred ? BLUR_OFFSETS : [0])
          drawGlyph(ctx, glyph, cell.w / 2, (row + 0.5 + offset) * cell.h, size);
      }
      return canvas;
    });
  }
}
