/** Draws the reels: for each, a part of its strip of symbols, blurred while it turns fast. */
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import type { CanvasCache } from "./canvasCache.ts";
import { createScaledCanvas } from "./drawing.ts";
import { drawGlyph } from "./glyphs.ts";
import { cellOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { blurOf, blurredAlong } from "./motionBlur.ts";
import type { Blur } from "./motionBlur.ts";
import { reelPosition } from "./motion.ts";

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

  draw({ reels }: Layout, state: DisplayState, skin: Skin, game: GameDefinition, now: number): void {
    for (let reel = 0; reel < game.reels; reel += 1) {
      const cell = cellOf(reels, game.reels, game.rows, reel, 0);
      const length = game.strips[state.reels.stripSet][reel]?.length ?? 1;
      const { position, speed } = reelAt(state.reels, reel, length, now);
      const strip = this.#strip(state.reels.stripSet, skin, game, reel, cell, blurOf(speed));
      const row = strip.height / (length + game.rows + 1);
      this.#ctx.drawImage(strip, 0, position * row, strip.width, game.rows * row, cell.x, cell.y, cell.w, reels.h);
    }
  }
  /** All symbols of a reel in one column, with its first rows repeated at the end. */
  #strip(
    set: DisplayState["reels"]["stripSet"],
    skin: Skin,
    game: GameDefinition,
    reel: number,
    cell: CellSize,
    blur: Blur | null,
  ): Canvas {
    const key = `strip ${skin.key} ${set} ${reel} ${Math.round(cell.w)}`;
    const sharp = () => this.#cache.get(key, () => this.#drawStrip(skin, game, game.strips[set][reel] ?? [], cell));
    if (!blur) return sharp();
    const rowHeight = cell.h * this.#scale;
    const ring = (game.strips[set][reel]?.length ?? 1) * rowHeight;
    return this.#cache.get(`${key} ${blur.length}`, () => blurredAlong(sharp(), rowHeight, ring, blur));
  }
  #drawStrip(skin: Skin, game: GameDefinition, symbols: readonly string[], cell: CellSize): Canvas {
    const rows = [...symbols, ...symbols.slice(0, game.rows + 1)];
    const { canvas, ctx } = createScaledCanvas(cell.w, cell.h * rows.length, this.#scale);
    const size = symbolSize(cell);
    for (const [row, symbol] of rows.entries()) {
      const glyph = skin.theme.glyphs[symbol as keyof typeof skin.theme.glyphs];
      if (glyph) drawGlyph(ctx, glyph, cell.w / 2, (row + 0.5) * cell.h, size);
    }
    return canvas;
  }
}
