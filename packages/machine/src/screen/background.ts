/**
 * The static parts: the background behind the reels, the frame around them, the cabinet. Drawn once per theme and
 * cached.
 */
import type { Canvas } from "@napi-rs/canvas";
import type { Theme } from "../games/index.ts";
import {
  GOLD,
  circle,
  innerShadow,
  drawText,
  radial,
  rounded,
  createScaledCanvas,
  solid,
  star,
  vertical,
} from "./drawing.ts";
import type { Ctx } from "./drawing.ts";
import { alpha, darker, lighter, mix } from "./colour.ts";
import { PLAQUE_HEIGHT } from "./layout.ts";
import type { Layout } from "./layout.ts";

export interface BackgroundOptions {
  theme: Theme;
  bonus: boolean;
  layout: Layout;
  reels: number;
  rows: number;
  name: string;
  brand: string;
}

/** Scattered points at pseudo-random, repeatable positions. */
function* sprinkle(
  { width, height }: Layout,
  count: number,
  seed: number,
): Generator<[x: number, y: number, size: number]> {
  let state = seed * 7919 + 17;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  for (let n = 0; n < count; n += 1) yield [next() * width, next() * height, next()];
}

function backdrop(ctx: Ctx, { theme, bonus, name, layout }: BackgroundOptions): void {
  const { width, height } = layout;
  const sky = bonus ? theme.bonusSky : theme.sky;
  ctx.fillStyle = vertical(ctx, 0, height, [sky[0], sky[1], sky[2]]);
  ctx.fillRect(0, 0, width, height);
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  ctx.translate(width / 2, height * 0.42);
  const light = bonus ? lighter(sky[1], 0.4) : theme.light;
  for (let n = 0; n < 18; n += 1) {
    ctx.rotate((Math.PI * 2) / 18);
    ctx.fillStyle = alpha(light, bonus ? 0.09 : 0.055);
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(520, -34);
    ctx.lineTo(520, 34);
    ctx.fill();
  }
  ctx.restore();
  ctx.fillStyle = radial(ctx, width / 2, height * 0.42, 300, [alpha(light, 0.38), alpha(light, 0)]);
  ctx.fillRect(0, 0, width, height);
  for (const [x, y, size] of sprinkle(layout, bonus ? 90 : 46, name.length + (bonus ? 5 : 0))) {
    ctx.fillStyle = alpha("#ffffff", 0.08 + size * 0.3);
    ctx.fill(size > 0.7 ? star(x, y, 4, 2 + size * 3, 0.8) : circle(x, y, 0.6 + size * 1.4));
  }
  const vignette = ctx.createRadialGradient(width / 2, height / 2, 160, width / 2, height / 2, 400);
  vignette.addColorStop(0, "rgba(0,0,0,0)");
  vignette.addColorStop(1, "rgba(0,0,0,0.6)");
  ctx.fillStyle = vignette;
  ctx.fillRect(0, 0, width, height);
}

function frame(ctx: Ctx, look: BackgroundOptions): void {
  const { reels } = look.layout;
  const [bright, dark] = look.theme.frame;
  const outer = rounded(reels.x - 8, reels.y - 8, reels.w + 16, reels.h + 16, 14);
  solid(ctx, outer, {
    fill: [lighter(bright, 0.3), bright, dark, darker(dark, 0.3), bright],
    outline: darker(dark, 0.6),
    width: 2,
    bevel: 0.7,
    drop: 0.6,
  });
  const [top, bottom] = look.theme.reel;
  const width = reels.w / look.reels;
  for (let reel = 0; reel < look.reels; reel += 1) {
    const strip = rounded(reels.x + reel * width + 1.5, reels.y, width - 3, reels.h, 6);
    ctx.fillStyle = vertical(ctx, reels.y, reels.y + reels.h, [
      darker(bottom, 0.45),
      bottom,
      top,
      top,
      bottom,
      darker(bottom, 0.45),
    ]);
    ctx.fill(strip);
    innerShadow(ctx, strip, "rgba(0,0,0,0.55)", 7, 0, 0);
  }
  if (look.bonus) {
    ctx.strokeStyle = lighter(look.theme.bonusSky[1], 0.5);
    ctx.lineWidth = 3;
    ctx.stroke(rounded(reels.x - 11, reels.y - 11, reels.w + 22, reels.h + 22, 16));
  }
}

function title(ctx: Ctx, look: BackgroundOptions): void {
  const { title: box, reels, width, shape } = look.layout;
  const isTall = shape === "tall";
  drawText(ctx, look.name.toUpperCase(), width / 2, box.y + box.h / 2 + 2, {
    face: "deco",
    size: isTall ? 38 : 26,
    fill: GOLD,
    outline: "#2a0d02",
    width: 3,
    spacing: 2,
    glow: alpha(look.theme.light, 0.7),
    glowBlur: 10,
    ...(isTall && { fit: reels.w }),
  });
  if (isTall) return plaque(ctx, look);
  drawText(ctx, look.brand.toUpperCase(), reels.x, box.h / 2 + 2, {
    face: "plain",
    size: 12,
    weight: 500,
    fill: [alpha("#ffffff", 0.75), alpha("#ffffff", 0.5)],
    align: "left",
    spacing: 2,
  });
}

/** Below the reels: the brand. While free spins run, it is empty, for their figures. */
function plaque(ctx: Ctx, { layout, theme, bonus, brand }: BackgroundOptions): void {
  const { reels, width } = layout;
  const y = reels.y + reels.h + 16;
  solid(ctx, rounded(reels.x + 6, y, reels.w - 12, PLAQUE_HEIGHT, 14), {
    fill: [alpha("#000000", 0.6), alpha("#000000", 0.82)],
    outline: theme.frame[1],
    width: 1.5,
    bevel: 0.3,
  });
  if (bonus) return;
  drawText(ctx, brand.toUpperCase(), width / 2, y + PLAQUE_HEIGHT / 2, {
    face: "plain",
    size: 18,
    weight: 500,
    fill: [lighter(theme.light, 0.4), theme.light],
    spacing: 8,
    fit: reels.w - 60,
  });
}

const SHELF = ["#3b3640", "#1b181e", "#0a090b"];
/** The shelf leans towards the player: wider and darker at the front. */
function shelf(ctx: Ctx, { width, height }: Layout): void {
  const top = 292;
  ctx.fillStyle = vertical(ctx, top - 2, height, SHELF);
  ctx.beginPath();
  ctx.moveTo(52, top);
  ctx.lineTo(width - 52, top);
  ctx.lineTo(width - 4, height);
  ctx.lineTo(4, height);
  ctx.fill();
  ctx.strokeStyle = "rgba(255,255,255,0.25)";
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.moveTo(52, top);
  ctx.lineTo(width - 52, top);
  ctx.stroke();
}

/** A row of lamps from one height to another. */
function lamps(ctx: Ctx, colour: string, x: number, from: number, to: number): void {
  for (let y = from; y < to; y += 22) {
    ctx.fillStyle = radial(ctx, x, y, 7, ["#ffffff", colour, alpha(colour, 0)]);
    ctx.fill(circle(x, y, 7));
  }
}

/** The cabinet around the glass of a machine with a camera: topper, sides, the shelf of the deck. */
function cabinet(ctx: Ctx, look: BackgroundOptions): void {
  const { glass, title: topper, width, height, shape, reels } = look.layout;
  const { theme } = look;
  const isTall = shape === "tall";
  ctx.fillStyle = vertical(ctx, 0, height, ["#17131a", "#2a232c", "#0c0a0e"]);
  ctx.fillRect(0, 0, width, height);
  ctx.fillStyle = radial(ctx, width / 2, 20, 420, [alpha(theme.light, 0.35), alpha(theme.light, 0)]);
  ctx.fillRect(0, 0, width, height);
  const side = isTall ? 2 : 40;
  solid(ctx, rounded(side, 4, width - 2 * side, height + 60, 26), {
    fill: [mix(theme.sky[1], "#000000", 0.2), mix(theme.sky[0], "#000000", 0.1), "#0b090d"],
    outline: "#000000",
    width: 2,
    bevel: 0.6,
    drop: 0.8,
  });
  solid(ctx, rounded(topper.x, topper.y, topper.w, topper.h, 12), {
    fill: [lighter(theme.sky[1], 0.15), theme.sky[0]],
    outline: theme.frame[1],
    width: 2,
    bevel: 0.4,
  });
  drawText(ctx, look.name.toUpperCase(), width / 2, topper.y + topper.h / 2 + 1, {
    face: "deco",
    size: isTall ? 38 : 24,
    fill: GOLD,
    outline: "#1a0803",
    width: 3,
    spacing: 3,
    glow: theme.light,
    glowBlur: 14,
    fit: topper.w - 24,
  });
  if (isTall) {
    for (const x of [13, width - 13]) lamps(ctx, theme.light, x, reels.y, reels.y + reels.h);
    return plaque(ctx, look);
  }
  solid(ctx, rounded(glass.x - 8, glass.y - 6, glass.w + 16, glass.h + 12, 10), {
    fill: ["#f4f4f6", "#8d8f98", "#3a3b42", "#c9cad0"],
    outline: "#000000",
    width: 1.5,
    bevel: 0.6,
  });
  for (const x of [52, width - 52]) lamps(ctx, theme.light, x, 60, 280);
  shelf(ctx, look.layout);
}

export function drawBackground(look: BackgroundOptions, scale: number): Canvas {
  const { glass, meters, width, height, cabinet: isCabinet, shape } = look.layout;
  const { canvas, ctx } = createScaledCanvas(width, height, scale, true);
  if (isCabinet) cabinet(ctx, look);
  if (!isCabinet) backdrop(ctx, look);
  else if (shape === "wide") {
    ctx.save();
    ctx.clip(rounded(glass.x, glass.y, glass.w, glass.h, 4));
    ctx.translate(glass.x, glass.y);
    ctx.scale(glass.w / width, glass.h / height);
    backdrop(ctx, look);
    ctx.restore();
  }
  frame(ctx, look);
  if (!isCabinet) title(ctx, look);
  if (meters) {
    ctx.fillStyle = vertical(ctx, meters.y, meters.y + meters.h, ["rgba(0,0,0,0.55)", "rgba(0,0,0,0.85)"]);
    ctx.fillRect(meters.x, meters.y, meters.w, meters.h);
  }
  return canvas;
}

/** Light on the glass, over everything. */
export function drawReflection({ glass, reels, width, height }: Layout, scale: number): Canvas {
  const { canvas, ctx } = createScaledCanvas(width, height, scale);
  ctx.fillStyle = vertical(ctx, reels.y, reels.y + reels.h, [
    "rgba(0,0,0,0.5)",
    "rgba(0,0,0,0)",
    "rgba(255,255,255,0.06)",
    "rgba(0,0,0,0)",
    "rgba(0,0,0,0.5)",
  ]);
  ctx.fillRect(reels.x, reels.y, reels.w, reels.h);
  ctx.fillStyle = "rgba(255,255,255,0.05)";
  ctx.beginPath();
  ctx.moveTo(glass.x, glass.y);
  ctx.lineTo(glass.x + glass.w * 0.4, glass.y);
  ctx.lineTo(glass.x + glass.w * 0.2, glass.y + glass.h);
  ctx.lineTo(glass.x, glass.y + glass.h);
  ctx.fill();
  return canvas;
}
