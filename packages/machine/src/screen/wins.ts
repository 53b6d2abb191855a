/** Winning lines: their symbols shine in turn, and what has not won is dimmed. */
import { Path2D } from "@napi-rs/canvas";
import type { DisplayState, LineDisplay } from "../display.ts";
import type { GameDefinition } from "../games/index.ts";
import { alpha, lighter } from "./colour.ts";
import { drawText, linear, rounded } from "./drawing.ts";
import type { Ctx } from "./drawing.ts";
import { cellOf } from "./layout.ts";
import type { Box, Layout } from "./layout.ts";
import { formatMoney } from "./money.ts";

const LINE_COLOURS = ["#ffdf3d", "#ff5a5a", "#5ad1ff", "#7dff6b", "#ff8cf0", "#ffb13d", "#b38cff", "#5affc8"];
const LINE_MS = 900;
/** Into the dimmed look, once the reels stand. */
const DIM_MS = 220;
const DIM = 0.62;
/** A light passes over each winning symbol once in a turn of its line. */
const SHEEN_MS = 620;

const frameOf = ({ x, y, w, h }: Box) => rounded(x + 3, y + 2, w - 6, h - 4, 8);

/** Dims all cells but these. */
function dimOthers(ctx: Ctx, reels: Box, won: readonly Box[], strength: number): void {
  const others = new Path2D();
  others.rect(reels.x, reels.y, reels.w, reels.h);
  for (const cell of won) others.addPath(frameOf(cell));
  ctx.fillStyle = `rgba(6,3,10,${DIM * strength})`;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path, not an array
  ctx.fill(others, "evenodd");
}

function drawLine(ctx: Ctx, reels: Box, game: GameDefinition, line: number, colour: string): void {
  const rows = game.lines[line] ?? [];
  ctx.save();
  ctx.lineJoin = "round";
  ctx.beginPath();
  for (const [reel, row] of rows.entries()) {
    const cell = cellOf(reels, game.reels, game.rows, reel, row);
    const [x, y] = [cell.x + cell.w / 2, cell.y + cell.h / 2];
    if (reel === 0) ctx.moveTo(reels.x - 4, y);
    ctx.lineTo(x, y);
    if (reel === rows.length - 1) ctx.lineTo(reels.x + reels.w + 4, y);
  }
  ctx.strokeStyle = "rgba(0,0,0,0.6)";
  ctx.lineWidth = 7;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 3.5;
  ctx.stroke();
  ctx.restore();
}

/** @param age of this turn of the line, ms */
function shine(ctx: Ctx, cell: Box, colour: string, age: number): void {
  const pulse = 0.5 + 0.5 * Math.sin(age / 110);
  const frame = frameOf(cell);
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  ctx.fillStyle = alpha(colour, 0.12 + 0.14 * pulse);
  ctx.fill(frame);
  if (age < SHEEN_MS) {
    ctx.clip(frame);
    const width = cell.w * 0.5;
    const left = cell.x - width + (cell.w + width) * (age / SHEEN_MS);
    ctx.fillStyle = linear(
      ctx,
      [left, cell.y],
      [left + width, cell.y + cell.h * 0.3],
      ["rgba(255,255,255,0)", "rgba(255,255,255,0.5)", "rgba(255,255,255,0)"],
    );
    ctx.fillRect(left, cell.y, width, cell.h);
  }
  ctx.restore();
  ctx.strokeStyle = alpha(lighter(colour, 0.3), 0.6 + 0.4 * pulse);
  ctx.lineWidth = 3;
  ctx.stroke(frame);
}

function drawAmount(ctx: Ctx, cell: Box, { amount }: LineDisplay): void {
  drawText(ctx, formatMoney(amount), cell.x + cell.w / 2, cell.y + cell.h - 12, {
    face: "plain",
    size: 16,
    weight: 700,
    fill: ["#ffffff", "#ffe9a8"],
    outline: "#000000",
    width: 3,
  });
}

/** Nothing before the reels stand. */
export function drawWins(ctx: Ctx, { reels }: Layout, state: DisplayState, now: number, game: GameDefinition): void {
  const { lines, scatters } = state;
  const { spin } = state.reels;
  const age = now - (spin ? Math.max(...spin.stopsAt) : 0);
  if (age < 0 || (lines.length === 0 && scatters.length === 0)) return;
  const boxOf = ([reel, row]: readonly [number, number]) => cellOf(reels, game.reels, game.rows, reel, row);
  const won = new Map(
    [...lines.flatMap(({ cells }) => cells), ...scatters].map((cell) => [cell.join(" "), boxOf(cell)]),
  );
  dimOthers(ctx, reels, [...won.values()], Math.min(1, age / DIM_MS));
  const line = lines[Math.floor(age / LINE_MS) % Math.max(1, lines.length)];
  const colour = LINE_COLOURS[(line?.line ?? 3) % LINE_COLOURS.length] ?? "#ffdf3d";
  if (line) drawLine(ctx, reels, game, line.line, colour);
  for (const cell of [...(line?.cells ?? []), ...scatters]) shine(ctx, boxOf(cell), colour, age % LINE_MS);
  const last = line?.cells.at(-1);
  if (line && last) drawAmount(ctx, boxOf(last), line);
}
