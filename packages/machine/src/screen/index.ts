/**
 * Draws what the glass of a simulated machine shows: every frame is a function of one display state and the clock.
 * Static parts are drawn once and cached; a frame copies them and draws the moving parts and the figures.
 */
import { createCanvas } from "@napi-rs/canvas";
import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import { gameOf, skinOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import { CanvasCache } from "./canvasCache.ts";
import { registerFonts } from "./fonts.ts";
import {
  drawBanner,
  drawDeck,
  drawFreeSpins,
  drawGamble,
  drawHeld,
  drawMeters,
  drawNotice,
  drawWins,
} from "./glass.ts";
import { HEIGHT, WIDTH } from "./layout.ts";
import { BOUNCE_MS } from "./motion.ts";
import { ReelPainter } from "./reels.ts";
import { drawBackground, drawReflection } from "./background.ts";
import { drawTimecode } from "./timecode.ts";

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
    this.#scale = width / WIDTH;
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
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.#background(state, skin, game), 0, 0);
    ctx.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    this.#reels.draw(state, skin, game, now);
    ctx.drawImage(this.#reflection(state.cabinet), 0, 0, WIDTH, HEIGHT);
    if (state.scene === "gamble") drawGamble(ctx, state, now);
    else {
      drawWins(ctx, state, now, game);
      drawHeld(ctx, state, game);
    }
    drawFreeSpins(ctx, state);
    drawMeters(ctx, state, now, skin.theme);
    drawBanner(ctx, state, now, skin.theme);
    if (state.cabinet) drawDeck(ctx, state, now, skin.theme);
    drawNotice(ctx, state);
    if (this.#timecode) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      drawTimecode(ctx, this.width, this.height, now, state.presses);
    }
  }
  #background({ scene, cabinet, name, brand }: DisplayState, skin: Skin, game: GameDefinition): Canvas {
    const bonus = scene === "bonus";
    const { theme } = skin;
    return this.#cache.get(`background ${skin.key} ${bonus} ${cabinet}`, () =>
      drawBackground({ theme, bonus, cabinet, reels: game.reels, rows: game.rows, name, brand }, this.#scale),
    );
  }
  #reflection(cabinet: boolean): Canvas {
    return this.#cache.get(`reflection ${cabinet}`, () => drawReflection(cabinet, this.#scale));
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
