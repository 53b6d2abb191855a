/** A fruit game: three reels, five lines, every win may be gambled on red or black before it is taken. */
import { lines, strip } from "../strips.ts";
import type { Game } from "../types.ts";

const base = [
  strip("g C i D f h T B i g f A D h C i g f h B g D i f A h"),
  strip("i h g f T f h i A D B C g i h f D g i h B C D f A g"),
  strip("g i B D h g f i C h f A D i B h g T f D i C h g A f"),
];

export const game: Game = {
  published: 0.953573,
  reels: 3,
  rows: 3,
  strips: { base, bonus: base },
  lines: lines("111", "000", "222", "012", "210"),
  pays: {
    top: { 3: 1500 },
    high1: { 3: 300 },
    high2: { 3: 250 },
    high3: { 3: 180 },
    mid1: { 3: 100 },
    low1: { 3: 30 },
    low2: { 3: 28 },
    low3: { 3: 24 },
    low4: { 3: 23 },
  },
  scatterPays: {},
  lineChoices: [5],
  betChoices: [1, 2, 5, 10, 20],
  freeSpins: null,
  hold: null,
  gamble: { rounds: 5, limit: 5_000_000 },
  timing: { firstStopMs: 800, nextStopMs: 350 },
};
