/** The animated parts of the glass: meters, banners, the gamble's cards, the deck of a cabinet. */
import type { DisplayState } from "../display.ts";
import type { GameDefinition, Theme } from "../games/index.ts";
import { GOLD, RED, circle, drawText, rounded, solid, vertical } from "./drawing.ts";
import type { Ctx } from "./drawing.ts";
import { darker, lighter } from "./colour.ts";
import { PLAQUE_HEIGHT, buttonsOf, cardWidthOf, cellOf, gambleButtons, sceneOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { formatMoney } from "./money.ts";

export function countedWin(state: DisplayState, now: number): number {
  const { win, count } = state.meters;
  if (count.endsAt <= count.startedAt || now >= count.endsAt) return win;
  const t = Math.max(0, (now - count.startedAt) / (count.endsAt - count.startedAt));
  return Math.min(win, Math.round(count.from + (win - count.from) * t));
}

export function drawMeters(ctx: Ctx, layout: Layout, state: DisplayState, now: number, theme: Theme): void {
  const { meters: box } = layout;
  if (!box) return;
  const spinning = state.reels.spin !== null && now < Math.max(...state.reels.spin.stopsAt);
  const win = spinning && state.scene === "base" ? 0 : countedWin(state, now);
  const entries = [
    ["CREDIT", state.meters.credit],
    ["BET", state.meters.bet],
    ["WIN", win],
  ] as const;
  const size = state.cabinet ? 19 : 26;
  for (const [n, [label, amount]] of entries.entries()) {
    const x = box.x + (box.w / 3) * (n + 0.5);
    drawText(ctx, label, x, box.y + (state.cabinet ? 8 : 11), {
      face: "plain",
      size: state.cabinet ? 9 : 12,
      weight: 500,
      fill: [lighter(theme.light, 0.2), theme.light],
      spacing: 2,
    });
    const lit = label === "WIN" && amount > 0;
    drawText(ctx, formatMoney(amount), x, box.y + box.h * 0.65, {
      face: "plain",
      size,
      weight: 600,
      fill: lit ? GOLD : ["#ffffff", "#d9dbe2"],
      outline: "rgba(0,0,0,0.7)",
      width: 2,
      fit: box.w / 3 - 16,
      ...(lit ? { glow: theme.light, glowBlur: 12 } : {}),
    });
  }
}

export function drawHeld(ctx: Ctx, { reels }: Layout, state: DisplayState, game: GameDefinition): void {
  for (const [reel, held] of state.held.entries()) {
    const offered = state.lamps[`hold-${reel + 1}`] === true;
    if (!held && !offered) continue;
    const cell = cellOf(reels, game.reels, 1, reel, 0);
    const box = rounded(cell.x + cell.w / 2 - 34, cell.y + cell.h - 24, 68, 20, 6);
    solid(ctx, box, {
      fill: held ? ["#fff2a8", "#f2a81d"] : ["#5a4a20", "#2a2008"],
      outline: "#1a1204",
      width: 1.5,
      bevel: 0.4,
    });
    drawText(ctx, "HOLD", cell.x + cell.w / 2, cell.y + cell.h - 14, {
      face: "plain",
      size: 13,
      weight: 700,
      fill: held ? ["#3a1a00", "#3a1a00"] : ["#ffe9a8", "#ffe9a8"],
      spacing: 2,
    });
  }
}

export function drawFreeSpins(ctx: Ctx, { reels, shape, width }: Layout, state: DisplayState): void {
  if (!state.freeSpins) return;
  const { left, total, won } = state.freeSpins;
  const played = `FREE SPINS ${total - left} / ${total}`;
  const inOne = `${played}   ·   ${formatMoney(won)}`;
  const look = { face: "plain", weight: 700, fill: GOLD, outline: "#120208", width: 3 } as const;
  if (shape === "tall")
    drawText(ctx, inOne, width / 2, reels.y + reels.h + 16 + PLAQUE_HEIGHT / 2, {
      ...look,
      size: 22,
      fit: reels.w - 24,
    });
  else if (state.cabinet) drawText(ctx, inOne, width / 2, reels.y + 10, { ...look, size: 16 });
  // Without a cabinet it stands next to the title, in two lines: in one, it would lie over a long name.
  else
    for (const [n, line] of [played, formatMoney(won)].entries())
      drawText(ctx, line, reels.x + reels.w, 11 + n * 16, { ...look, size: 15, align: "right" });
}

export function drawBanner(ctx: Ctx, { glass }: Layout, state: DisplayState, now: number, theme: Theme): void {
  const { banner } = state;
  if (!banner || now < banner.startedAt || now >= banner.endsAt) return;
  const age = now - banner.startedAt;
  const inOut = Math.min(1, age / 220, (banner.endsAt - now) / 220);
  const words = {
    bonusStart: "FREE SPINS!",
    bonusEnd: "BONUS WIN",
    bigWin: "BIG WIN",
    handPay: "HAND PAY",
    gambleWon: "WINNER!",
    gambleLost: "NO LUCK",
    jackpot: "JACKPOT",
  };
  const [x, y] = [glass.x + glass.w / 2, glass.y + glass.h * 0.44];
  const high = state.scene === "gamble" ? 46 : 92;
  const top = state.scene === "gamble" ? glass.y + 34 : y - high / 2;
  ctx.save();
  ctx.globalAlpha = inOut;
  ctx.fillStyle = vertical(ctx, top, top + high, [
    "rgba(0,0,0,0)",
    "rgba(0,0,0,0.85)",
    "rgba(0,0,0,0.85)",
    "rgba(0,0,0,0)",
  ]);
  ctx.fillRect(glass.x, top, glass.w, high);
  const swell = 1 + 0.04 * Math.sin(age / 130);
  const withAmount = banner.amount > 0 && state.scene !== "gamble";
  drawText(ctx, words[banner.kind], x, top + high * (withAmount ? 0.36 : 0.5), {
    face: "slab",
    size: (high > 60 ? 40 : 26) * swell,
    fill: banner.kind === "gambleLost" ? RED : GOLD,
    outline: "#240505",
    width: 4,
    glow: theme.light,
    glowBlur: 18,
    fit: glass.w - 40,
  });
  if (withAmount)
    drawText(ctx, formatMoney(banner.amount), x, top + high * 0.74, {
      face: "plain",
      size: 28,
      weight: 700,
      fill: ["#ffffff", "#ffe9a8"],
      outline: "#000000",
      width: 3,
    });
  ctx.restore();
}

function card(
  ctx: Ctx,
  x: number,
  y: number,
  w: number,
  colour: "red" | "black",
  rank: string | null,
  suit: string,
): void {
  const h = w * 1.42;
  solid(ctx, rounded(x - w / 2, y - h / 2, w, h, w * 0.1), {
    fill: ["#ffffff", "#f4f1ea", "#dcd6ca"],
    outline: "#1a1410",
    width: 1.5,
    bevel: 0.3,
    drop: 0.6,
  });
  const ink = colour === "red" ? "#c8102e" : "#14141a";
  ctx.fillStyle = ink;
  const s = w * 0.2;
  const shape = () => {
    ctx.beginPath();
    if (suit === "diamonds") {
      ctx.moveTo(0, -s * 1.3);
      ctx.lineTo(s, 0);
      ctx.lineTo(0, s * 1.3);
      ctx.lineTo(-s, 0);
    } else if (suit === "clubs") {
      for (const [dx, dy] of [
        [0, -0.7],
        [-0.75, 0.3],
        [0.75, 0.3],
      ] as const) {
        ctx.moveTo(dx * s, dy * s);
        ctx.arc(dx * s, dy * s, s * 0.62, 0, Math.PI * 2);
      }
      ctx.rect(-s * 0.16, 0, s * 0.32, s * 1.3);
    } else {
      const flip = suit === "hearts" ? 1 : -1;
      ctx.moveTo(0, flip * s * 1.2);
      ctx.bezierCurveTo(-s * 2, flip * -s * 0.2, -s * 0.9, flip * -s * 1.7, 0, flip * -s * 0.6);
      ctx.bezierCurveTo(s * 0.9, flip * -s * 1.7, s * 2, flip * -s * 0.2, 0, flip * s * 1.2);
      if (suit === "spades") ctx.rect(-s * 0.16, s * 0.2, s * 0.32, s * 1.1);
    }
    ctx.fill();
  };
  ctx.save();
  ctx.translate(x, y + h * 0.1);
  shape();
  ctx.restore();
  if (rank) drawText(ctx, rank, x - w * 0.32, y - h * 0.36, { face: "slab", size: w * 0.24, fill: [ink, ink] });
}

/** Red or black: the stake, the face-down or drawn card, and the history. */
export function drawGamble(ctx: Ctx, layout: Layout, state: DisplayState, now: number): void {
  const { gamble } = state;
  if (!gamble) return;
  const scene = sceneOf(layout);
  ctx.fillStyle = "rgba(6,2,10,0.82)";
  ctx.fillRect(scene.x, scene.y, scene.w, scene.h);
  const [x, y] = [scene.x + scene.w / 2, scene.y + scene.h / 2];
  const w = cardWidthOf(layout);
  const buttons = gambleButtons(layout);
  if (gamble.card && now >= gamble.card.shownAt)
    card(ctx, x, y, w, gamble.card.colour, gamble.card.rank, gamble.card.suit);
  else {
    solid(ctx, rounded(x - w / 2, y - w * 0.71, w, w * 1.42, w * 0.1), {
      fill: ["#6a1230", "#a81c4a", "#4a0c22"],
      outline: "#ffe9a8",
      width: 2,
      bevel: 0.5,
      drop: 0.6,
    });
    drawText(ctx, "?", x, y, { face: "slab", size: w * 0.7, fill: GOLD, outline: "#240505", width: 3 });
  }
  for (const [colour, label] of [
    ["red", "RED"],
    ["black", "BLACK"],
  ] as const) {
    const button = buttons[colour];
    const r = button.w / 2;
    const at = button.x + r;
    solid(ctx, circle(at, y, r), {
      fill: colour === "red" ? ["#ff6a5a", "#d0101e", "#7a0410"] : ["#5a5a66", "#23232c", "#08080c"],
      outline: "#ffe9a8",
      width: 2,
      bevel: 0.6,
      gloss: 0.3,
      drop: 0.5,
    });
    drawText(ctx, label, at, y, {
      face: "slab",
      size: r * 0.4,
      fill: ["#ffffff", "#ffe9a8"],
      outline: "#000000",
      width: 2,
    });
  }
  drawText(ctx, `DOUBLE ${formatMoney(gamble.stake)} → ${formatMoney(gamble.stake * 2)}`, x, scene.y + scene.h * 0.1, {
    face: "plain",
    size: 20,
    weight: 700,
    fill: GOLD,
    outline: "#000000",
    width: 3,
    fit: scene.w - 40,
  });
  for (const [n, colour] of gamble.history.entries()) {
    ctx.fillStyle = colour === "red" ? "#e0202e" : "#15151c";
    ctx.strokeStyle = "#ffe9a8";
    ctx.lineWidth = 1.5;
    const dot = circle(x + (n - (gamble.history.length - 1) / 2) * 20, scene.y + scene.h - 16, 7);
    ctx.fill(dot);
    ctx.stroke(dot);
  }
}

/** The deck of a cabinet, with the machine's lamps and the pressed button down. */
export function drawDeck(ctx: Ctx, { deck }: Layout, state: DisplayState, now: number, theme: Theme): void {
  if (!deck) return;
  for (const { band, control, box } of buttonsOf(deck, state.bands)) {
    const down = state.lastPress?.control === control.id && now - state.lastPress.at < 160 ? 2.5 : 0;
    const lit = state.lamps[control.id] === true;
    const chosen = state.selects[band.id] === control.id;
    const colour =
      control.kind === "play"
        ? "#f2b01e"
        : control.kind === "red"
          ? "#d0101e"
          : control.kind === "takeWin"
            ? "#2fa860"
            : chosen
              ? theme.light
              : "#8d93a6";
    solid(ctx, rounded(box.x, box.y + down, box.w, box.h, 6), {
      fill: lit || chosen ? [lighter(colour, 0.5), colour, darker(colour, 0.3)] : ["#4a4650", "#2c2930", "#1a181d"],
      outline: "#000000",
      width: 1.5,
      bevel: 0.5,
      drop: down ? 0 : 0.6,
    });
    drawText(ctx, control.label, box.x + box.w / 2, box.y + box.h / 2 + down, {
      face: "plain",
      size: 11,
      weight: 700,
      fill: lit || chosen ? ["#1a1206", "#1a1206"] : ["#a9a5b0", "#a9a5b0"],
      fit: box.w - 1,
    });
  }
}

export function drawNotice(ctx: Ctx, { width, height }: Layout, state: DisplayState): void {
  const text =
    state.tilt !== null ? `CALL ATTENDANT · ${state.tilt.toUpperCase()}` : state.doorOpen ? "DOOR OPEN" : null;
  if (text === null) return;
  ctx.fillStyle = "rgba(120,0,8,0.88)";
  ctx.fillRect(0, height * 0.4, width, 52);
  drawText(ctx, text, width / 2, height * 0.4 + 26, {
    face: "plain",
    size: 24,
    weight: 700,
    fill: ["#ffffff", "#ffffff"],
    fit: width - 40,
    spacing: 1,
  });
}
