/** A three-reel classic: sevens, bars, bells; it sometimes offers to hold reels for the next game. */
import { lines, strip } from "../strips.ts";
import type { Game } from "../types.ts";

const base = [
  strip("D f f C h B g f A D h C g T f f D B h C A g h g"),
  strip("g h f T D A C B h g f D g h C f f A g B D h C f"),
  strip("g g f C D h f g A B h C D g f h T f f C A B D h"),
];

export const game: Game = {
  published: 0.958994,
  reels: 3,
  rows: 3,
  strips: { base, bonus: base },
  lines: lines("111", "000", "222", "012", "210"),
  pays: {
    top: { 3: 500 },
    high1: { 3: 150 },
    high2: { 3: 100 },
    high3: { 3: 60 },
    mid1: { 3: 35 },
    low1: { 1: 1, 2: 3, 3: 15 },
    low2: { 3: 20 },
    low3: { 3: 18 },
  },
  scatterPays: {},
  lineChoices: [1, 3, 5],
  betChoices: [1, 2, 5, 10],
  freeSpins: null,
  hold: { oneIn: 96 },
  gamble: null,
  timing: { firstStopMs: 900, nextStopMs: 420 },
};
