/**
 * Draws what the glass of a simulated machine shows: every frame is a function of one display state and the clock.
 * Static parts are drawn once and cached; a frame copies them and draws the moving parts and the figures.
 */
import { createCanvas } from "@napi-rs/canvas";
import type { Canvas } from "@napi-rs/canvas";
import type { DisplayState } from "../display.ts";
import { gameOf, skinOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import { createScaledCanvas } from "./drawing.ts";
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
import { drawGlyph } from "./glyphs.ts";
import { HEIGHT, WIDTH, cellOf, layoutOf } from "./layout.ts";
import { BOUNCE_MS, reelPosition } from "./motion.ts";
import { drawBackground, drawReflection } from "./background.ts";
import { drawTimecode } from "./timecode.ts";

export { brandPicture, machinePicture } from "./pictures.ts";
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
const BLUR_FROM = 9;

export function createScreen({ width, height, timecode }: ScreenOptions): Screen {
  registerFonts();
  const scale = width / WIDTH;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d", { alpha: false });
  const kept = new Map<string, Canvas>();
  function keep(key: string, make: () => Canvas): Canvas {
    const known = kept.get(key);
    if (known) return known;
    // The cache holds the background and strips of one machine. A screen that is given another machine clears it.
    if (kept.size > 40) kept.clear();
    const made = make();
    kept.set(key, made);
    return made;
  }

  /** A whole strip of symbols in one column, with its first rows repeated at the end. */
  function strip(
    state: DisplayState,
    skin: Skin,
    game: GameDefinition,
    reel: number,
    cell: { w: number; h: number },
    blurred: boolean,
  ): Canvas {
    const set = state.reels.stripSet;
    return keep(`strip ${skin.key} ${set} ${reel} ${Math.round(cell.w)} ${blurred}`, () => {
      const symbols = game.strips[set][reel] ?? [];
      const rows = [...symbols, ...symbols.slice(0, game.rows + 1)];
      const made = createScaledCanvas(cell.w, cell.h * rows.length, scale);
      const size = Math.min(cell.w, cell.h) * 0.86;
      for (const [row, symbol] of rows.entries()) {
        const glyph = skin.theme.glyphs[symbol];
        if (!glyph) continue;
        const y = (row + 0.5) * cell.h;
        if (!blurred) drawGlyph(made.ctx, glyph, cell.w / 2, y, size);
        else {
          made.ctx.globalAlpha = 0.22;
          for (const offset of [-0.3, -0.15, 0, 0.15, 0.3])
            drawGlyph(made.ctx, glyph, cell.w / 2, y + offset * cell.h, size);
          made.ctx.globalAlpha = 1;
        }
      }
      return made.canvas;
    });
  }

  function drawReels(state: DisplayState, skin: Skin, game: GameDefinition, now: number): void {
    const { reels } = layoutOf(state.cabinet);
    const { spin, stops, from } = state.reels;
    for (let reel = 0; reel < game.reels; reel += 1) {
      const cell = cellOf(reels, game.reels, game.rows, reel, 0);
      const length = game.strips[state.reels.stripSet][reel]?.length ?? 1;
      const stop = stops[reel] ?? 0;
      const at = spin
        ? reelPosition(
            { from: from[reel] ?? 0, stop, startedAt: spin.startedAt, stopsAt: spin.stopsAt[reel] ?? spin.startedAt },
            now,
          )
        : { position: stop, speed: 0, bounce: 0 };
      const position = (((at.position - at.bounce) % length) + length) % length;
      const image = strip(state, skin, game, reel, cell, at.speed > BLUR_FROM);
      ctx.drawImage(
        image,
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

  return {
    width,
    height,
    canvas,
    pixels: () => ctx.getImageData(0, 0, width, height).data,
    draw(state, now) {
      const skin = skinOf(state.theme);
      const game = gameOf(skin.game);
      const bonus = state.scene === "bonus";
      const room = keep(`room ${skin.key} ${bonus} ${state.cabinet}`, () =>
        drawBackground(
          {
            theme: skin.theme,
            bonus,
            cabinet: state.cabinet,
            reels: game.reels,
            rows: game.rows,
            name: state.name,
            brand: state.brand,
          },
          scale,
        ),
      );
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.drawImage(room, 0, 0);
      ctx.setTransform(scale, 0, 0, scale, 0, 0);
      drawReels(state, skin, game, now);
      ctx.drawImage(
        keep(`shine ${state.cabinet}`, () => drawReflection(state.cabinet, scale)),
        0,
        0,
        WIDTH,
        HEIGHT,
      );
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
      if (timecode) {
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        drawTimecode(ctx, width, height, now, state.presses);
      }
    },
    isAnimating(state, now) {
      if (timecode) return true;
      const { spin } = state.reels;
      const restedAt = spin ? Math.max(...spin.stopsAt) : 0;
      return (
        (spin !== null && now < restedAt + BOUNCE_MS) ||
        ((state.lines.length > 0 || state.scatters.length > 0) && now < restedAt + WINS_MS) ||
        now < state.meters.count.endsAt ||
        (state.banner !== null && now < state.banner.endsAt) ||
        (state.lastPress !== null && now < state.lastPress.at + PRESS_MS)
      );
    },
  };
}
