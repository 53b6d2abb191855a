/**
 * Drawing functions of all art: shapes, metal and enamel fills, bevels, lettering. They draw on the given context in
 * its units, and keep no state.
 */
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { alpha, darker, lighter } from "./colour.ts";
import { type Face, font } from "./fonts.ts";

export type Ctx = SKRSContext2D;
export type Stops = readonly string[];

/** A canvas of `width` × `height` grid units at `scale` pixels a unit, and its context, already scaled. */
export function createScaledCanvas(
  width: number,
  height: number,
  scale: number,
  opaque = false,
): { canvas: Canvas; ctx: Ctx } {
  const canvas = createCanvas(Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale)));
  const ctx = canvas.getContext("2d", { alpha: !opaque });
  ctx.scale(scale, scale);
  ctx.imageSmoothingQuality = "high";
  ctx.lang = "en";
  return { canvas, ctx };
}

const scaleOf = (ctx: Ctx): number => Math.hypot(ctx.getTransform().a, ctx.getTransform().b);

/** A shadow or glow in grid units (canvas shadows ignore the transform). */
export function shadow(ctx: Ctx, colour: string, blur: number, dx = 0, dy = 0): void {
  const s = scaleOf(ctx);
  ctx.shadowColor = colour;
  ctx.shadowBlur = blur * s;
  ctx.shadowOffsetX = dx * s;
  ctx.shadowOffsetY = dy * s;
}

export function noShadow(ctx: Ctx): void {
  ctx.shadowColor = "rgba(0,0,0,0)";
  ctx.shadowBlur = 0;
  ctx.shadowOffsetX = 0;
  ctx.shadowOffsetY = 0;
}

type Point = readonly [number, number];

/** Evenly spread stops from top to bottom (or along the given line). */
export function linear(ctx: Ctx, from: Point, to: Point, stops: Stops): CanvasGradient {
  const gradient = ctx.createLinearGradient(from[0], from[1], to[0], to[1]);
  stops.forEach((colour, i) => gradient.addColorStop(stops.length === 1 ? 0 : i / (stops.length - 1), colour));
  return gradient;
}

export function vertical(ctx: Ctx, top: number, bottom: number, stops: Stops): CanvasGradient {
  return linear(ctx, [0, top], [0, bottom], stops);
}

export function radial(ctx: Ctx, x: number, y: number, r: number, stops: Stops, focus: Point = [x, y]): CanvasGradient {
  const gradient = ctx.createRadialGradient(focus[0], focus[1], 0, x, y, r);
  stops.forEach((colour, i) => gradient.addColorStop(stops.length === 1 ? 0 : i / (stops.length - 1), colour));
  return gradient;
}
type CanvasGradient = ReturnType<Ctx["createLinearGradient"]>;

export function rounded(x: number, y: number, w: number, h: number, r: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, w, h, Math.max(0, Math.min(r, w / 2, h / 2)));
  return path;
}

export function circle(x: number, y: number, r: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, r, 0, Math.PI * 2);
  return path;
}

export function ellipse(x: number, y: number, rx: number, ry: number, turn = 0): Path2D {
  const path = new Path2D();
  path.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2);
  return path;
}

/** A closed polygon. */
export function polygon(points: readonly Point[]): Path2D {
  const path = new Path2D();
  points.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
}

/** A star or, with `inner` near 1, a burst. */
export function star(x: number, y: number, points: number, outer: number, inner: number, turn = 0): Path2D {
  return polygon(
    Array.from({ length: points * 2 }, (_, i) => {
      const angle = turn - Math.PI / 2 + (i * Math.PI) / points;
      const r = i % 2 === 0 ? outer : inner;
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r] as const;
    }),
  );
}

/** A path from SVG path data. */
export const svg = (data: string): Path2D => new Path2D(data);

/** Light or shade that falls inward from the edge of a shape, as on a bevel. */
export function innerShadow(ctx: Ctx, path: Path2D, colour: string, blur: number, dx: number, dy: number): void {
  const [left, top, right, bottom] = path.getBounds();
  const margin = blur * 3 + Math.abs(dx) + Math.abs(dy) + 10;
  const around = new Path2D();
  around.rect(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin);
  around.addPath(path);
  ctx.save();
  ctx.clip(path);
  shadow(ctx, colour, blur, dx, dy);
  ctx.fillStyle = colour;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path, not an array
  ctx.fill(around, "evenodd");
  ctx.restore();
}

export interface SolidStyle {
  /** Top to bottom. */
  fill: Stops;
  /** Line around it; none without. */
  outline?: string;
  width?: number;
  /** A second line outside the first, e.g. gold. */
  rim?: string;
  rimWidth?: number;
  /** Inner light and shade, 0 … 1. */
  bevel?: number;
  /** White sheen on the upper part, 0 … 1. */
  gloss?: number;
  /** Soft shadow below it, 0 … 1. */
  drop?: number;
}

/** The body of most symbols: outlined, shaded from above, bevelled, with a highlight. */
export function solid(ctx: Ctx, path: Path2D, look: SolidStyle): void {
  const { fill, outline, width = 4, rim, rimWidth = 3, bevel = 0.6, gloss = 0, drop = 0 } = look;
  const [left, top, right, bottom] = path.getBounds();
  ctx.save();
  ctx.lineJoin = "round";
  if (drop > 0) shadow(ctx, `rgba(0,0,0,${drop})`, 5, 0, 3);
  if (rim) {
    ctx.strokeStyle = rim;
    ctx.lineWidth = (width + rimWidth) * 2;
    ctx.stroke(path);
    noShadow(ctx);
  }
  if (outline) {
    ctx.strokeStyle = outline;
    ctx.lineWidth = width * 2;
    ctx.stroke(path);
    noShadow(ctx);
  }
  ctx.fillStyle = vertical(ctx, top, bottom, fill);
  ctx.fill(path);
  noShadow(ctx);
  ctx.restore();
  const size = Math.min(right - left, bottom - top);
  if (bevel > 0) {
    innerShadow(ctx, path, `rgba(0,0,0,${0.55 * bevel})`, size * 0.09, -size * 0.035, -size * 0.05);
    innerShadow(ctx, path, `rgba(255,255,255,${0.75 * bevel})`, size * 0.05, size * 0.025, size * 0.04);
  }
  if (gloss > 0) {
    ctx.save();
    ctx.clip(path);
    const mid = top + (bottom - top) * 0.46;
    ctx.fillStyle = vertical(ctx, top, mid, [`rgba(255,255,255,${0.75 * gloss})`, `rgba(255,255,255,${0.12 * gloss})`]);
    ctx.beginPath();
    ctx.moveTo(left - 2, top - 2);
    ctx.lineTo(right + 2, top - 2);
    ctx.lineTo(right + 2, mid - (bottom - top) * 0.1);
    ctx.quadraticCurveTo((left + right) / 2, mid + (bottom - top) * 0.1, left - 2, mid - (bottom - top) * 0.1);
    ctx.closePath();
    ctx.fill();
    ctx.restore();
  }
}

/** A small specular highlight. */
export function spot(
  ctx: Ctx,
  x: number,
  y: number,
  rx: number,
  ry: number,
  opacity = 0.9,
  turn = 0,
  colour = "#ffffff",
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(rx, ry);
  ctx.fillStyle = radial(ctx, 0, 0, 1, [alpha(colour, opacity), alpha(colour, opacity * 0.45), alpha(colour, 0)]);
  ctx.beginPath();
  ctx.arc(0, 0, 1, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}

/** A four-pointed star highlight. */
export function glint(ctx: Ctx, x: number, y: number, r: number, opacity = 1): void {
  ctx.save();
  spot(ctx, x, y, r * 0.8, r * 0.8, opacity * 0.7);
  ctx.fillStyle = `rgba(255,255,255,${opacity})`;
  ctx.fill(star(x, y, 4, r, r * 0.1));
  ctx.restore();
}

/** A ball lit from the upper left: fruit, pearls, lamps. */
export function ball(ctx: Ctx, x: number, y: number, r: number, colour: string, outline?: string, width = 3): void {
  const path = circle(x, y, r);
  if (outline) {
    ctx.strokeStyle = outline;
    ctx.lineWidth = width * 2;
    ctx.stroke(path);
  }
  ctx.fillStyle = radial(
    ctx,
    x,
    y,
    r,
    [lighter(colour, 0.45), colour, colour, darker(colour, 0.45)],
    [x - r * 0.35, y - r * 0.4],
  );
  ctx.fill(path);
  spot(ctx, x - r * 0.36, y - r * 0.42, r * 0.32, r * 0.24, 0.95, -0.6);
  ctx.save();
  ctx.clip(path);
  spot(ctx, x + r * 0.45, y + r * 0.6, r * 0.5, r * 0.28, 0.28, -0.7, lighter(colour, 0.6));
  ctx.restore();
}

/** A straight-cut gem seen from the front: outline polygon, a table, facets between them. */
export function gem(ctx: Ctx, x: number, y: number, r: number, sides: number, colour: string, turn = 0): void {
  const corner = (k: number, radius: number): Point => {
    const a = turn - Math.PI / 2 + (k * 2 * Math.PI) / sides;
    return [x + Math.cos(a) * radius, y + Math.sin(a) * radius];
  };
  const outer = polygon(Array.from({ length: sides }, (_, k) => corner(k, r)));
  ctx.save();
  ctx.lineJoin = "round";
  ctx.strokeStyle = darker(colour, 0.7);
  ctx.lineWidth = r * 0.14;
  ctx.stroke(outer);
  for (let k = 0; k < sides; k++) {
    const facet = polygon([corner(k, r), corner(k + 1, r), corner(k + 1, r * 0.58), corner(k, r * 0.58)]);
    const middle = turn - Math.PI / 2 + ((k + 0.5) * 2 * Math.PI) / sides;
    // Light from the upper left.
    const light = Math.cos(middle - (-Math.PI * 3) / 4);
    ctx.fillStyle = light > 0 ? lighter(colour, light * 0.65) : darker(colour, -light * 0.55);
    ctx.fill(facet);
  }
  const table = polygon(Array.from({ length: sides }, (_, k) => corner(k, r * 0.58)));
  ctx.fillStyle = linear(
    ctx,
    [x - r * 0.5, y - r * 0.5],
    [x + r * 0.5, y + r * 0.5],
    [lighter(colour, 0.75), colour, darker(colour, 0.25)],
  );
  ctx.fill(table);
  ctx.restore();
}

export const GOLD: Stops = ["#fff6c9", "#ffd95a", "#e8a21c", "#b06a0a", "#ffdf7a"];
export const SILVER: Stops = ["#ffffff", "#dfe6ee", "#9aa6b5", "#6c7888", "#e8eef5"];
export const RED: Stops = ["#ff8a7a", "#f0281f", "#b80d14", "#8a0410"];

export interface TextStyle {
  face: Face;
  size: number;
  weight?: number;
  fill: Stops;
  outline?: string;
  width?: number;
  rim?: string;
  rimWidth?: number;
  glow?: string;
  glowBlur?: number;
  align?: "left" | "center" | "right";
  spacing?: number;
  bevel?: boolean;
  /** The text is condensed to fit this width. */
  fit?: number;
}

/** Lettering with a baseline-centred position: `y` is the middle of capital letters. Returns the width drawn. */
export function drawText(ctx: Ctx, text: string, x: number, y: number, look: TextStyle): number {
  const {
    face,
    size,
    weight = 700,
    fill,
    outline,
    width = size * 0.09,
    rim,
    rimWidth = size * 0.06,
    align = "center",
    spacing = 0,
  } = look;
  ctx.save();
  ctx.font = font(face, size, weight);
  ctx.letterSpacing = `${spacing}px`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  const caps = ctx.measureText("H");
  const full = ctx.measureText(text).width - spacing;
  const squeeze = look.fit !== undefined && full > look.fit ? look.fit / full : 1;
  const drawn = full * squeeze;
  ctx.translate(
    align === "center" ? x - drawn / 2 : align === "right" ? x - drawn : x,
    y + caps.actualBoundingBoxAscent / 2,
  );
  ctx.scale(squeeze, 1);
  ctx.lineJoin = "round";
  const high = caps.actualBoundingBoxAscent;
  if (look.glow) shadow(ctx, look.glow, look.glowBlur ?? size * 0.4);
  if (rim) {
    ctx.strokeStyle = rim;
    ctx.lineWidth = (width + rimWidth) * 2;
    ctx.strokeText(text, 0, 0);
    noShadow(ctx);
  }
  if (outline) {
    ctx.strokeStyle = outline;
    ctx.lineWidth = width * 2;
    ctx.strokeText(text, 0, 0);
    noShadow(ctx);
  }
  ctx.fillStyle = vertical(ctx, -high * 1.05, high * 0.08, fill);
  ctx.fillText(text, 0, 0);
  noShadow(ctx);
  if (look.bevel) {
    // A light upper edge: the same letters again, except the part covered by a copy that is moved down.
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = Math.max(0.4, size * 0.018);
    ctx.strokeStyle = vertical(ctx, -high, 0, ["#ffffff", "rgba(255,255,255,0)"]);
    ctx.strokeText(text, 0, 0);
  }
  ctx.restore();
  return drawn;
}
