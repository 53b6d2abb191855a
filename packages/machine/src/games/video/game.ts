/**
 * A five-reel video slot: 20 lines, wilds on the inner reels, scatters, ten free spins with their own strips and
 * background.
 */
import { lines, strip } from "../strips.ts";
import type { Game } from "../types.ts";

const base = [
  strip("h C f g A E D i T f h i g B E C D S f A i h g f E D i g B h g"),
  strip("g B f E C A h W g i D f h S E C g i f B i T A D h g E C i f h i D f"),
  strip("g f h T A h B h S C W E D i g f E D g f h A i B C W g E f D i h g"),
  strip("D h f S W f A i D h B E i f C h g i D g E A f h i B g T g C E i g"),
  strip("f T C B A D g i E h g f h D i f C B A E g i h f D h g i S E f g i"),
];
const bonus = [
  strip("h D i f E A h g C g D S B E i f h i f g A D h g E T C B i f h g"),
  strip("E D i B h C g f W E S D h g i A W T C i f B E D h g i f C h g A f i"),
  strip("h E f g W D i h A f B h g C E W D i f g h T i E A f B D W C g i S h"),
  strip("g D f i E h W B C f i g h D A E i g f h S W B C D T E h f A i g"),
  strip("g T D i h f g i E A h C f D i g B h f E i g f D A C i h E S B f"),
];

export const game: Game = {
  published: 0.951668,
  reels: 5,
  rows: 3,
  strips: { base, bonus },
  lines: lines(
    "11111",
    "00000",
    "22222",
    "01210",
    "21012",
    "00100",
    "22122",
    "12221",
    "10001",
    "10101",
    "12121",
    "01110",
    "21112",
    "01010",
    "21212",
    "11011",
    "11211",
    "02020",
    "20202",
    "02220",
  ),
  pays: {
    wild: { 3: 150, 4: 600, 5: 3000 },
    top: { 3: 150, 4: 600, 5: 3000 },
    high1: { 3: 60, 4: 250, 5: 1000 },
    high2: { 3: 50, 4: 200, 5: 750 },
    high3: { 3: 45, 4: 150, 5: 600 },
    mid1: { 3: 38, 4: 120, 5: 500 },
    mid2: { 3: 32, 4: 100, 5: 400 },
    low1: { 3: 18, 4: 50, 5: 200 },
    low2: { 3: 18, 4: 50, 5: 200 },
    low3: { 3: 13, 4: 40, 5: 150 },
    low4: { 3: 13, 4: 40, 5: 150 },
  },
  scatterPays: { 3: 5, 4: 20, 5: 100 },
  lineChoices: [1, 5, 10, 20],
  betChoices: [1, 2, 5, 10],
  freeSpins: { scatters: 3, spins: 10, multiplier: 2, maxSpins: 50 },
  hold: null,
  gamble: null,
  timing: { firstStopMs: 700, nextStopMs: 260 },
};
