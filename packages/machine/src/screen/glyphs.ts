/** The symbols on the reels, each drawn as a vector in a square of 100 × 100 units. */
import type { Glyph } from "../games/types.ts";
import {
  GOLD,
  RED,
  SILVER,
  ball,
  circle,
  ellipse,
  gem,
  glint,
  drawText,
  polygon,
  rounded,
  solid,
  spot,
  star,
  svg,
} from "./drawing.ts";
import type { Ctx, SolidStyle, Stops } from "./drawing.ts";
import { darker, lighter } from "./colour.ts";

const INK = "#2a0d12";
const shades = (colour: string): Stops => [lighter(colour, 0.45), colour, darker(colour, 0.35)];
const body = (ctx: Ctx, path: Path2D, colour: string, look: Partial<SolidStyle> = {}) =>
  solid(ctx, path, {
    fill: shades(colour),
    outline: darker(colour, 0.7),
    width: 3,
    bevel: 0.5,
    gloss: 0.25,
    drop: 0.35,
    ...look,
  });
type Path2D = ReturnType<typeof circle>;

function bar(ctx: Ctx, count: number, colour: string): void {
  const height = count === 1 ? 34 : count === 2 ? 29 : 24;
  for (let n = 0; n < count; n += 1) {
    const y = 50 + (n - (count - 1) / 2) * (height + 3);
    body(ctx, rounded(8, y - height / 2, 84, height, 6), colour, { rim: "#ffdf7a", rimWidth: 2 });
    drawText(ctx, "BAR", 50, y, {
      face: "slab",
      size: height * 0.72,
      fill: ["#ffffff", "#ffe9a8"],
      outline: darker(colour, 0.75),
      width: 2,
    });
  }
}
function rank(ctx: Ctx, text: string, colour: string): void {
  drawText(ctx, text, 50, 51, {
    face: "roman",
    size: text.length > 1 ? 62 : 78,
    weight: 900,
    fill: shades(colour),
    outline: INK,
    width: 4,
    rim: "#ffe9a8",
    rimWidth: 2,
  });
}
function word(ctx: Ctx, text: string, fill: Stops, glow: string): void {
  body(ctx, star(50, 50, 10, 47, 36), glow, { rim: "#fff2c2", rimWidth: 2 });
  drawText(ctx, text, 50, 51, { face: "slab", size: 30, fit: 84, fill, outline: INK, width: 4 });
}
function leafOf(ctx: Ctx, x: number, y: number, turn: number, size = 1): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(size, size);
  body(ctx, svg("M0 0 C10 -14 30 -14 40 0 C30 10 10 10 0 0 Z"), "#3fae3a", { width: 2 });
  ctx.restore();
}
function fruit(ctx: Ctx, colour: string, r = 34, y = 54): void {
  ball(ctx, 50, y, r, colour, darker(colour, 0.65), 3);
  leafOf(ctx, 50, y - r + 4, -0.7, 0.8);
  glint(ctx, 38, y - 12, 7, 0.8);
}

const DRAW: Record<Glyph, (ctx: Ctx) => void> = {
  seven: (ctx) =>
    drawText(ctx, "7", 50, 51, {
      face: "slab",
      size: 92,
      fill: RED,
      outline: "#5a0206",
      width: 4,
      rim: "#ffdf7a",
      rimWidth: 4,
      bevel: true,
    }),
  bar1: (ctx) => bar(ctx, 1, "#2563a8"),
  bar2: (ctx) => bar(ctx, 2, "#1f7a4d"),
  bar3: (ctx) => bar(ctx, 3, "#a11b2a"),
  bell(ctx) {
    body(
      ctx,
      svg("M50 12 C30 14 28 34 26 52 C24 64 16 68 14 76 L86 76 C84 68 76 64 74 52 C72 34 70 14 50 12 Z"),
      "#f2b01e",
      { gloss: 0.4 },
    );
    ball(ctx, 50, 82, 9, "#e08c12", "#5a3104", 2);
    body(ctx, rounded(12, 70, 76, 8, 4), "#ffd257", { width: 2 });
    glint(ctx, 40, 32, 7);
  },
  cherry(ctx) {
    ctx.strokeStyle = "#2f7a1f";
    ctx.lineWidth = 4;
    ctx.stroke(svg("M32 62 C36 40 50 24 66 14 M68 66 C66 46 64 28 66 14"));
    leafOf(ctx, 62, 16, 0.25, 0.8);
    ball(ctx, 31, 66, 21, "#d8131f", "#5a0206", 3);
    ball(ctx, 69, 70, 20, "#c40f1c", "#5a0206", 3);
  },
  lemon(ctx) {
    body(ctx, svg("M8 56 C14 30 40 20 62 26 C76 30 84 40 93 44 C90 54 86 70 70 78 C46 90 14 82 8 56 Z"), "#ffd92e", {
      gloss: 0.4,
    });
    leafOf(ctx, 66, 24, -0.5, 0.7);
  },
  orange: (ctx) => fruit(ctx, "#ff8a14"),
  plum: (ctx) => fruit(ctx, "#7a2fb0"),
  grape(ctx) {
    for (const [x, y] of [
      [32, 36],
      [50, 34],
      [68, 36],
      [41, 50],
      [59, 50],
      [50, 65],
      [34, 56],
      [66, 56],
      [50, 82],
    ] as const)
      ball(ctx, x, y, 13, "#6b3fd4", "#2a1466", 2);
    leafOf(ctx, 46, 20, 0.1, 0.9);
  },
  melon(ctx) {
    body(ctx, svg("M6 38 A44 44 0 0 0 94 38 Z"), "#1f8a3a");
    body(ctx, svg("M14 40 A36 36 0 0 0 86 40 Z"), "#ff4a4f", { outline: "#f4ffe0", width: 2 });
    for (const [x, y] of [
      [34, 52],
      [50, 60],
      [66, 52],
      [42, 48],
      [58, 48],
    ] as const) {
      ctx.fillStyle = INK;
      ctx.fill(ellipse(x, y, 2, 3.4));
    }
  },
  star: (ctx) => body(ctx, star(50, 52, 5, 45, 20), "#ffc627", { gloss: 0.4, rim: "#fff0b8", rimWidth: 1.5 }),
  diamond: (ctx) => gem(ctx, 50, 50, 42, 6, "#59c8ff"),
  ruby: (ctx) => gem(ctx, 50, 50, 42, 8, "#e0143c"),
  crown(ctx) {
    body(ctx, svg("M10 76 L6 30 L30 50 L50 18 L70 50 L94 30 L90 76 Z"), "#f6bd2b", { gloss: 0.35 });
    body(ctx, rounded(10, 70, 80, 14, 4), "#c98a12", { width: 2 });
    ball(ctx, 50, 77, 6, "#d8131f", INK, 1.5);
    ball(ctx, 28, 77, 5, "#2a7de1", INK, 1.5);
    ball(ctx, 72, 77, 5, "#2a7de1", INK, 1.5);
  },
  coin(ctx) {
    body(ctx, circle(50, 50, 41), "#f0ac22", { gloss: 0.3 });
    solid(ctx, circle(50, 50, 31), { fill: GOLD, outline: "#8a5a08", width: 2, bevel: 0.4 });
    body(ctx, star(50, 50, 5, 19, 8), "#d48a10", { width: 1.5, drop: 0 });
  },
  moon(ctx) {
    body(ctx, svg("M64 10 A42 42 0 1 0 64 90 A34 34 0 1 1 64 10 Z"), "#f5e6a8", { gloss: 0.2 });
    glint(ctx, 74, 34, 8);
    glint(ctx, 84, 58, 5);
  },
  sun(ctx) {
    body(ctx, star(50, 50, 14, 46, 33), "#ff9d1c");
    ball(ctx, 50, 50, 27, "#ffd02e", "#a85a06", 2);
  },
  flame(ctx) {
    body(
      ctx,
      svg(
        "M50 6 C58 26 84 36 80 64 C78 84 64 94 50 94 C34 94 20 82 20 64 C20 48 32 44 36 28 C42 36 44 40 46 46 C52 34 50 20 50 6 Z",
      ),
      "#ff5a12",
      { gloss: 0.2 },
    );
    body(ctx, svg("M50 44 C56 58 66 62 64 76 C62 86 56 90 50 90 C42 90 36 84 36 76 C36 66 46 62 50 44 Z"), "#ffd23d", {
      width: 1,
      drop: 0,
    });
  },
  leaf(ctx) {
    body(ctx, svg("M14 84 C8 40 40 10 88 12 C92 56 66 92 24 78 Z"), "#3fae3a", { gloss: 0.25 });
    ctx.strokeStyle = "#d9ffb8";
    ctx.lineWidth = 2.5;
    ctx.stroke(svg("M16 86 C36 62 56 42 80 22"));
  },
  fish(ctx) {
    body(ctx, svg("M6 50 C20 22 56 20 74 46 L94 28 L92 72 L74 54 C56 80 20 78 6 50 Z"), "#ff7a2f", { gloss: 0.35 });
    ball(ctx, 26, 46, 6, "#ffffff", INK, 1.5);
    ball(ctx, 25, 46, 2.6, "#111111");
  },
  anchor(ctx) {
    body(
      ctx,
      svg(
        "M46 26 L54 26 L54 74 C68 72 76 64 78 54 L70 56 L82 40 L92 56 L86 55 C84 76 68 90 50 92 C32 90 16 76 14 55 L8 56 L18 40 L30 56 L22 54 C24 64 32 72 46 74 Z",
      ),
      "#b9c4d2",
      { fill: SILVER },
    );
    body(ctx, rounded(30, 32, 40, 8, 4), "#b9c4d2", { fill: SILVER, width: 2 });
    ctx.strokeStyle = "#dfe6ee";
    ctx.lineWidth = 6;
    ctx.stroke(circle(50, 16, 9));
  },
  shell(ctx) {
    body(
      ctx,
      svg("M50 90 L34 84 C10 70 4 40 20 24 C30 12 42 12 50 16 C58 12 70 12 80 24 C96 40 90 70 66 84 Z"),
      "#f6a6b8",
      { gloss: 0.3 },
    );
    ctx.strokeStyle = "rgba(140,40,70,0.6)";
    ctx.lineWidth = 2.5;
    for (const x of [22, 36, 50, 64, 78]) ctx.stroke(svg(`M50 88 L${x} ${x === 50 ? 18 : 26}`));
  },
  eye(ctx) {
    body(ctx, svg("M4 50 C24 18 76 18 96 50 C76 82 24 82 4 50 Z"), "#fff1cf", { outline: "#0b3b6b", width: 4 });
    ball(ctx, 50, 50, 20, "#1a78b8", "#062038", 2);
    ball(ctx, 50, 50, 9, "#0a0a0a");
    glint(ctx, 43, 43, 6);
  },
  lamp(ctx) {
    body(ctx, rounded(34, 8, 32, 8, 3), "#e0a11c", { width: 2 });
    body(ctx, ellipse(50, 46, 34, 30), "#e02a24", { gloss: 0.35 });
    ctx.strokeStyle = "rgba(255,214,120,0.8)";
    ctx.lineWidth = 2;
    for (const rx of [10, 22]) ctx.stroke(ellipse(50, 46, rx, 30));
    body(ctx, rounded(34, 74, 32, 7, 3), "#e0a11c", { width: 2 });
    body(ctx, rounded(46, 80, 8, 16, 3), "#e0a11c", { width: 2 });
    spot(ctx, 50, 46, 20, 18, 0.35);
  },
  key(ctx) {
    body(ctx, svg("M58 44 L94 44 L94 62 L86 62 L86 54 L78 54 L78 62 L70 62 L70 54 L58 54 Z"), "#e6b02a");
    body(ctx, circle(34, 49, 27), "#e6b02a", { gloss: 0.35 });
    ctx.fillStyle = "#3a1f06";
    ctx.fill(circle(30, 49, 11));
  },
  rose(ctx) {
    leafOf(ctx, 28, 80, -0.4, 0.9);
    leafOf(ctx, 74, 84, -2.6, 0.9);
    for (const [r, c] of [
      [38, "#a80f2c"],
      [28, "#c9163a"],
      [18, "#e32a4e"],
      [9, "#ff5a78"],
    ] as const)
      body(ctx, star(50, 46, 7, r, r * 0.84, r / 9), c, { width: 2, gloss: 0 });
  },
  mask(ctx) {
    body(
      ctx,
      svg(
        "M4 34 C22 22 38 26 50 36 C62 26 78 22 96 34 C98 62 82 80 66 76 C58 74 54 66 50 60 C46 66 42 74 34 76 C18 80 2 62 4 34 Z",
      ),
      "#8b3bd6",
      { rim: "#ffdf7a", rimWidth: 2, gloss: 0.3 },
    );
    ctx.fillStyle = "#12041c";
    ctx.fill(svg("M18 46 C26 38 38 42 42 52 C34 58 22 56 18 46 Z"));
    ctx.fill(svg("M82 46 C74 38 62 42 58 52 C66 58 78 56 82 46 Z"));
    glint(ctx, 50, 26, 8);
  },
  A: (ctx) => rank(ctx, "A", "#e23a3a"),
  K: (ctx) => rank(ctx, "K", "#3a7be2"),
  Q: (ctx) => rank(ctx, "Q", "#9b4be0"),
  J: (ctx) => rank(ctx, "J", "#2fa860"),
  "10": (ctx) => rank(ctx, "10", "#e0902a"),
  "9": (ctx) => rank(ctx, "9", "#2aa7b8"),
  wild: (ctx) => word(ctx, "WILD", GOLD, "#c2185b"),
  scatter(ctx) {
    body(
      ctx,
      polygon([
        [50, 4],
        [96, 50],
        [50, 96],
        [4, 50],
      ]),
      "#1ea7a0",
      { rim: "#fff2c2", rimWidth: 2, gloss: 0.3 },
    );
    drawText(ctx, "BONUS", 50, 50, { face: "slab", size: 24, fit: 74, fill: GOLD, outline: INK, width: 4 });
  },
};

export function drawGlyph(ctx: Ctx, glyph: Glyph, x: number, y: number, size: number): void {
  ctx.save();
  ctx.translate(x - size / 2, y - size / 2);
  ctx.scale(size / 100, size / 100);
  DRAW[glyph](ctx);
  ctx.restore();
}
