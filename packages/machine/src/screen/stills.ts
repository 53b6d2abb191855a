/**
 * Small pictures of the reels alone, for lists of machines and of games. They are drawn from the reels of a display state and
 * nothing else, so that no figure of a player (credit, bet, win) can be in them.
 */
import { createCanvas } from "@napi-rs/canvas";
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import { gameOf, skinOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import { drawBackground } from "./background.ts";
import { CanvasCache } from "./canvasCache.ts";
import { createScaledCanvas } from "./drawing.ts";
import { registerFonts } from "./fonts.ts";
import { drawGlyph } from "./glyphs.ts";
import { cellOf, layoutOf } from "./layout.ts";
import type { Box } from "./layout.ts";
import { blurOf, blurredAlong } from "./motionBlur.ts";
import type { Blur } from "./motionBlur.ts";
import { reelAt, symbolSize } from "./reels.ts";

/** What a still shows. */
export type ReelsView = Pick<DisplayState, "theme" | "cabinet" | "reels">;

/** Pixels. The height follows from the reels: 145, or 133 in a cabinet. */
const WIDTH = 320;
/** Of the frame around the reels, in units of the layout. */
const MARGIN = 6;
export const MAX_STILL_BYTES = 6_144;
/** Tried in this order until the picture is small enough; the last one is kept in any case. */
const QUALITIES = [60, 40, 25, 10];

/** The canvas and the parts of one skin. */
interface Easel {
  canvas: Canvas;
  ctx: SKRSContext2D;
  /** The part of the layout that is shown. */
  crop: Box;
  /** Pixels per unit of the layout. */
  scale: number;
  cache: CanvasCache;
  /** Index into QUALITIES of the last still. */
  quality: number;
}

function createEasel(cabinet: boolean): Easel {
  const { x, y, w, h } = layoutOf(cabinet).reels;
  const crop = { x: x - MARGIN, y: y - MARGIN, w: w + 2 * MARGIN, h: h + 2 * MARGIN };
  const scale = WIDTH / crop.w;
  const canvas = createCanvas(WIDTH, Math.round(crop.h * scale));
  const ctx = canvas.getContext("2d", { alpha: false });
  return { canvas, ctx, crop, scale, cache: new CanvasCache(), quality: 0 };
}

export class StillPainter {
  readonly #easels = new Map<string, Easel>();

  constructor() {
    registerFonts();
  }

  /** One at a time for each skin. @returns WebP, at most MAX_STILL_BYTES for every built-in game */
  async paint(view: ReelsView, now: number): Promise<Buffer> {
    const skin = skinOf(view.theme);
    const easel = this.#easelOf(view);
    draw(easel, view, skin, gameOf(skin.game), now);
    // A picture of similar content needs the same quality, or a better one again.
    easel.quality = Math.max(0, easel.quality - 1);
    for (;;) {
      const image = await easel.canvas.encode("webp", QUALITIES[easel.quality]);
      if (image.length <= MAX_STILL_BYTES || easel.quality === QUALITIES.length - 1) return image;
      easel.quality += 1;
    }
  }
  #easelOf({ theme, cabinet }: ReelsView): Easel {
    const key = `${theme} ${cabinet}`;
    const known = this.#easels.get(key);
    if (known) return known;
    const easel = createEasel(cabinet);
    this.#easels.set(key, easel);
    return easel;
  }
}

function draw(easel: Easel, view: ReelsView, skin: Skin, game: GameDefinition, now: number): void {
  const { ctx, crop, scale } = easel;
  const { reels: box } = layoutOf(view.cabinet);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(background(easel, view, skin, game), 0, 0);
  ctx.setTransform(scale, 0, 0, scale, -crop.x * scale, -crop.y * scale);
  for (let reel = 0; reel < game.reels; reel += 1) {
    const strip = game.strips[view.reels.stripSet][reel] ?? [];
    const { position, speed } = reelAt(view.reels, reel, strip.length, now);
    const column = cellOf(box, game.reels, 1, reel, 0);
    const cell = cellOf(box, game.reels, game.rows, reel, 0);
    const blur = blurOf(speed);
    ctx.save();
    ctx.beginPath();
    ctx.rect(column.x, column.y, column.w, column.h);
    ctx.clip();
    for (let row = -1; row <= game.rows; row += 1) {
      const symbol = strip[(Math.floor(position) + row + strip.length) % strip.length];
      const glyph = symbol === undefined ? undefined : skin.theme.glyphs[symbol];
      if (!glyph) continue;
      const key = `symbol ${symbol} ${blur?.length ?? 0}`;
      const picture = easel.cache.get(key, () => symbolPicture(glyph, cell, scale, blur));
      const y = cell.y + (row - (position % 1)) * cell.h;
      ctx.drawImage(picture, cell.x, y - cell.h / 2, cell.w, 2 * cell.h);
    }
    ctx.restore();
  }
}

/** In the middle of two cells, because a blurred one is higher than its own. */
function symbolPicture(
  glyph: Parameters<typeof drawGlyph>[1],
  { w, h }: Box,
  scale: number,
  blur: Blur | null,
): Canvas {
  const { canvas, ctx } = createScaledCanvas(w, 2 * h, scale);
  drawGlyph(ctx, glyph, w / 2, h, symbolSize({ w, h }));
  return blur ? blurredAlong(canvas, h * scale, canvas.height, blur) : canvas;
}

/** The cropped background: it has no texts. */
function background({ cache, crop, scale }: Easel, view: ReelsView, skin: Skin, game: GameDefinition): Canvas {
  const bonus = view.reels.stripSet === "bonus";
  return cache.get(`background ${bonus}`, () => {
    const look = { theme: skin.theme, bonus, layout: layoutOf(view.cabinet), reels: game.reels, rows: game.rows };
    const whole = drawBackground({ ...look, name: "", brand: "" }, scale);
    const canvas = createCanvas(WIDTH, Math.round(crop.h * scale));
    canvas.getContext("2d", { alpha: false }).drawImage(whole, -crop.x * scale, -crop.y * scale);
    return canvas;
  });
}
