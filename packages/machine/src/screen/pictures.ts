/** Pictures of machines and brands for the lobby, from the same art as the glass. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { GLYPHS, gameOf, skinOf, SEED_BRANDS } from "../games/index.ts";
import {
  GOLD,
  SILVER,
  circle,
  drawText,
  radial,
  rounded,
  createScaledCanvas,
  solid,
  star,
  vertical,
} from "./drawing.ts";
import { alpha, darker } from "./colour.ts";
import { registerFonts } from "./fonts.ts";
import { drawGlyph } from "./glyphs.ts";

const BRAND_LOOKS: Record<string, { face: "deco" | "roman" | "slab"; colours: readonly [string, string] }> = {
  lodestar: { face: "slab", colours: ["#ffb347", "#a03a12"] },
  nordlys: { face: "roman", colours: ["#67e8f9", "#1e3a8a"] },
  meridian: { face: "deco", colours: ["#e9a8ff", "#6d28d9"] },
};

/** A poster of the machine. @returns PNG */
export function machinePicture(key: string, width: number, height: number): Buffer {
  registerFonts();
  const { theme, name, game, brand } = skinOf(key);
  const { canvas, ctx } = createScaledCanvas(480, 360, Math.max(width / 480, height / 360), true);
  ctx.fillStyle = vertical(ctx, 0, 360, [theme.sky[0], theme.sky[1], theme.sky[2]]);
  ctx.fillRect(0, 0, 480, 360);
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  ctx.translate(240, 150);
  for (let n = 0; n < 16; n += 1) {
    ctx.rotate(Math.PI / 8);
    ctx.fillStyle = alpha(theme.light, 0.09);
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(420, -40);
    ctx.lineTo(420, 40);
    ctx.fill();
  }
  ctx.restore();
  ctx.fillStyle = radial(ctx, 240, 150, 220, [alpha(theme.light, 0.6), alpha(theme.light, 0)]);
  ctx.fillRect(0, 0, 480, 360);
  const order = Object.keys(gameOf(game).pays).filter((symbol) => symbol !== "wild");
  const [first, second, third] = order.map((symbol) => theme.glyphs[symbol as keyof typeof theme.glyphs]);
  if (second) drawGlyph(ctx, second, 112, 176, 150);
  if (third) drawGlyph(ctx, third, 368, 176, 150);
  if (first) drawGlyph(ctx, first, 240, 146, 214);
  solid(ctx, rounded(20, 262, 440, 74, 20), {
    fill: [alpha("#000000", 0.72), alpha("#000000", 0.88)],
    outline: theme.frame[0],
    width: 2.5,
    bevel: 0,
  });
  drawText(ctx, name.toUpperCase(), 240, 292, {
    face: "deco",
    size: 38,
    fill: GOLD,
    outline: "#1a0803",
    width: 3,
    fit: 410,
    glow: alpha(theme.light, 0.7),
    glowBlur: 10,
  });
  drawText(ctx, brand.toUpperCase(), 240, 320, {
    face: "plain",
    size: 15,
    weight: 500,
    fill: [theme.light, theme.light],
    spacing: 5,
  });
  return canvas.toBuffer("image/png");
}

/** One symbol on a transparent background. @returns WebP @throws RangeError for a key that is not in GLYPHS */
export function symbolPicture(key: string, pixels: number): Buffer {
  const glyph = GLYPHS.find((one) => one === key);
  if (glyph === undefined) throw new RangeError(`there is no symbol "${key}"`);
  registerFonts();
  const { canvas, ctx } = createScaledCanvas(100, 100, pixels / 100);
  drawGlyph(ctx, glyph, 50, 50, 86);
  return canvas.toBuffer("image/webp", 80);
}

/** The brand's logo on a transparent background. @returns PNG */
export function brandPicture(key: string, width: number, height: number): Buffer {
  registerFonts();
  const look = BRAND_LOOKS[key] ?? { face: "slab" as const, colours: ["#ffffff", "#888888"] as const };
  const name = SEED_BRANDS.find((brand) => brand.key === key)?.name ?? key;
  const { canvas, ctx } = createScaledCanvas(240, 120, Math.max(width / 240, height / 120));
  const [bright, dark] = look.colours;
  const mark =
    key === "lodestar" ? star(120, 40, 4, 34, 11) : key === "nordlys" ? star(120, 40, 6, 32, 22) : circle(120, 40, 29);
  solid(ctx, mark, { fill: [bright, dark], outline: darker(dark, 0.5), width: 2, bevel: 0.6, gloss: 0.3, drop: 0.5 });
  if (key === "meridian") {
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = 2;
    for (const w of [9, 20]) {
      ctx.beginPath();
      ctx.ellipse(120, 40, w, 29, 0, 0, Math.PI * 2);
      ctx.stroke();
    }
  }
  drawText(ctx, name.toUpperCase(), 120, 96, {
    face: look.face,
    size: 28,
    fill: SILVER,
    outline: "#0a0a12",
    width: 2,
    fit: 220,
    spacing: 2,
  });
  return canvas.toBuffer("image/png");
}

const WEBP_QUALITY = 82;

/**
 * A copy of a picture, never wider than the picture itself.
 * @param picture PNG or JPEG @param width pixels @returns WebP
 * @throws Error if it is no picture
 */
export async function resizedPicture(picture: Buffer, width: number): Promise<Buffer> {
  const image = await loadImage(picture);
  const scale = Math.min(1, width / image.width);
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  const ctx = canvas.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.encode("webp", WEBP_QUALITY);
}
