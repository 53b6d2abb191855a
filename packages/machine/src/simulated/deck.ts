/** The button deck of a simulated machine: its bands, and which lamps are lit. Pure functions of the memory. */
import type { Band, Control } from "@reelcast/contract";
import { gameOf } from "../games/index.ts";
import type { GameDefinition, Skin } from "../games/index.ts";
import type { Memory } from "./memory.ts";

export interface DeckState {
  memory: Memory;
  locked: boolean;
}

export function betOf({ selects }: Memory): number {
  return selects.denomination * selects.lines * selects.bet;
}

/** The smallest selectable bet. */
export function minBetOf(skin: Skin): number {
  const { lineChoices, betChoices } = gameOf(skin.game);
  return Math.min(...skin.denominations) * Math.min(...lineChoices) * Math.min(...betChoices);
}

/** Whether the waiting win may be doubled again. */
export function mayDouble({ gamble }: GameDefinition, { win }: Memory): boolean {
  return gamble !== null && win * 2 <= gamble.limit;
}

/** Controls whose press has an effect now. */
export function lampsOf(skin: Skin, { memory, locked }: DeckState): Record<string, boolean> {
  const game = gameOf(skin.game);
  const works = !locked && memory.tilt === null && !memory.doorOpen;
  const idle = works && memory.phase === "idle";
  const funded = memory.meters.credit >= betOf(memory);
  const lamps: Record<string, boolean> = {};
  for (const value of skin.denominations) lamps[`denom-${value}`] = idle;
  for (const value of game.lineChoices) lamps[`lines-${value}`] = idle;
  for (const value of game.betChoices) lamps[`bet-${value}`] = idle;
  lamps["bet-max"] = idle;
  for (let reel = 1; game.hold && reel <= game.reels; reel += 1) lamps[`hold-${reel}`] = idle && memory.hold.offered;
  const waiting = works && memory.phase === "winToTake";
  const choosing = works && memory.phase === "gamble" && memory.gamble?.resolveAt === null;
  if (game.gamble) {
    lamps["gamble"] = waiting && mayDouble(game, memory);
    lamps["red"] = choosing;
    lamps["black"] = choosing;
  }
  lamps["take"] = waiting || choosing;
  lamps["play"] = (idle && funded) || (works && memory.phase === "spinning");
  return lamps;
}

export function selectsOf(memory: Memory): Record<string, string> {
  return {
    denomination: `denom-${memory.selects.denomination}`,
    lines: `lines-${memory.selects.lines}`,
    bet: `bet-${memory.selects.bet}`,
  };
}

const money = (minor: number) => (minor / 100).toFixed(2);
/** Keyboard letters of the controls, row by row; the app uses d, w, f and ? itself. */
const KEYS = { denomination: "zxcv", lines: "ashj", bet: "qeuio" } as const;

export function bandsOf(skin: Skin, lamps: Readonly<Record<string, boolean>>): Band[] {
  const game = gameOf(skin.game);
  const control = (id: string, label: string, kind: Control["kind"], key?: string): Control => ({
    id,
    label,
    kind,
    lit: lamps[id] ?? false,
    ...(key === undefined ? {} : { key }),
  });
  const bands: Band[] = [
    {
      id: "denomination",
      name: "DENOM",
      Order: 1,
      controls: skin.denominations.map((value, index) => ({
        ...control(`denom-${value}`, money(value), "denomination", KEYS.denomination[index]),
        amount: value,
      })),
    },
  ];
  if (game.lineChoices.length > 1) {
    bands.push({
      id: "lines",
      name: "LINES",
      Order: 2,
      controls: game.lineChoices.map((value, index) =>
        control(`lines-${value}`, String(value), "lines", KEYS.lines[index]),
      ),
    });
  }
  bands.push({
    id: "bet",
    name: "BET",
    Order: 3,
    controls: [
      ...game.betChoices.map((value, index) => control(`bet-${value}`, `×${value}`, "bet", KEYS.bet[index])),
      control("bet-max", "MAX", "maxBet", "m"),
    ],
  });
  if (game.hold) {
    bands.push({
      id: "hold",
      name: "HOLD",
      Order: 4,
      controls: Array.from({ length: game.reels }, (_, reel) =>
        control(`hold-${reel + 1}`, `HOLD ${reel + 1}`, "hold", String(reel + 1)),
      ),
    });
  }
  if (game.gamble) {
    bands.push({
      id: "gamble",
      name: "GAMBLE",
      Order: 4,
      controls: [
        control("gamble", "GAMBLE", "gamble", "g"),
        control("red", "RED", "red", "r"),
        control("black", "BLACK", "black", "b"),
      ],
    });
  }
  bands.push({
    id: "play",
    name: "PLAY",
    Order: 9,
    controls: [control("take", "TAKE WIN", "takeWin", "t"), control("play", "PLAY", "play", "p")],
  });
  return bands;
}
