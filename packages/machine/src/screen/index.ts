/**
 * Draws what a simulated machine shows, in a wide picture or, for a phone held upright, in a tall one. Every frame is a function of
 * one display state and the clock.
 * Static parts are drawn once and cached; a frame copies them and draws the moving parts and the figures.
 */
import { createCanvas } from "@napi-rs/canvas";
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import { gameOf, skinOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import { CanvasCache } from "./canvasCache.ts";
import { registerFonts } from "./fonts.ts";
import { drawBanner, drawDeck, drawFreeSpins, drawGamble, drawHeld, drawMeters, drawNotice } from "./glass.ts";
import { layoutOf, shapeOf } from "./layout.ts";
import type { Layout, Shape } from "./layout.ts";
import { BOUNCE_MS } from "./motion.ts";
import { ReelPainter } from "./reels.ts";
import { drawBackground, drawReflection } from "./background.ts";
import { drawTimecode } from "./timecode.ts";
import { drawWins } from "./wins.ts";

export { brandPicture, machinePicture, resizedPicture, symbolPicture } from "./pictures.ts";
export { MAX_STILL_BYTES, StillPainter } from "./stills.ts";
export type { ReelsView } from "./stills.ts";
export { readTimecode, timecodeAge } from "./timecode.ts";
export type { Timecode } from "./timecode.ts";

export interface Screen {
  readonly width: number;
  readonly height: number;
  draw(state: DisplayState, now: number): void;
  /** RGBA of the last frame: width × height × 4 bytes. */
  pixels(): Uint8ClampedArray;
  readonly canvas: Canvas;
  /** Whether a later frame of the same state would differ. */
  isAnimating(state: DisplayState, now: number): boolean;
}
export interface ScreenOptions {
  width: number;
  height: number;
  timecode: boolean;
}

/** How long winning lines are shown. */
const WINS_MS = 12_000;
const PRESS_MS = 200;

class CanvasScreen implements Screen {
  readonly width: number;
  readonly height: number;
  readonly canvas: Canvas;
  readonly #ctx: SKRSContext2D;
  readonly #shape: Shape;
  /** Pixels per unit of the layout. */
  readonly #scale: number;
  readonly #timecode: boolean;
  readonly #cache = new CanvasCache();
  readonly #reels: ReelPainter;

  constructor({ width, height, timecode }: ScreenOptions) {
    this.width = width;
    this.height = height;
    this.canvas = createCanvas(width, height);
    this.#ctx = this.canvas.getContext("2d", { alpha: false });
    this.#shape = shapeOf(width, height);
    this.#scale = width / layoutOf(false, this.#shape).width;
    this.#timecode = timecode;
    this.#reels = new ReelPainter(this.#ctx, this.#scale, this.#cache);
  }

  pixels(): Uint8ClampedArray {
    return this.#ctx.getImageData(0, 0, this.width, this.height).data;
  }
  draw(state: DisplayState, now: number): void {
    const skin = skinOf(state.theme);
    const game = gameOf(skin.game);
    const ctx = this.#ctx;
    const layout = layoutOf(state.cabinet, this.#shape);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.#background(state, skin, game, layout), 0, 0);
    ctx.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    this.#reels.draw(layout, state, skin, game, now);
    ctx.drawImage(this.#reflection(layout), 0, 0, layout.width, layout.height);
    if (state.scene === "gamble") drawGamble(ctx, layout, state, now);
    else {
      drawWins(ctx, layout, state, now, game);
      drawHeld(ctx, layout, state, game);
    }
    drawFreeSpins(ctx, layout, state);
    drawMeters(ctx, layout, state, now, skin.theme);
    drawBanner(ctx, layout, state, now, skin.theme);
    drawDeck(ctx, layout, state, now, skin.theme);
    drawNotice(ctx, layout, state);
    if (this.#timecode) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      drawTimecode(ctx, this.width, this.height, now, state.presses);
    }
  }
  #background({ scene, name, brand }: DisplayState, skin: Skin, game: GameDefinition, layout: Layout): Canvas {
    const bonus = scene === "bonus";
    const { theme } = skin;
    return this.#cache.get(`background ${skin.key} ${bonus} ${layout.cabinet}`, () =>
      drawBackground({ theme, bonus, layout, reels: game.reels, rows: game.rows, name, brand }, this.#scale),
    );
  }
  #reflection(layout: Layout): Canvas {
    return this.#cache.get(`reflection ${layout.cabinet}`, () => drawReflection(layout, this.#scale));
  }

  isAnimating(state: DisplayState, now: number): boolean {
    if (this.#timecode) return true;
    const { spin } = state.reels;
    const restedAt = spin ? Math.max(...spin.stopsAt) : 0;
    return (
      (spin !== null && now < restedAt + BOUNCE_MS) ||
      ((state.lines.length > 0 || state.scatters.length > 0) && now < restedAt + WINS_MS) ||
      now < state.meters.count.endsAt ||
      (state.banner !== null && now < state.banner.endsAt) ||
      (state.lastPress !== null && now < state.lastPress.at + PRESS_MS)
    );
  }
}

export function createScreen(options: ScreenOptions): Screen {
  registerFonts();
  return new CanvasScreen(options);
}
