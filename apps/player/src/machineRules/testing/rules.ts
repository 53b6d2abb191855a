/** The rules of machine 1 in tests of components. */
import type { GameRules, MachineRules, RuleFigures } from "@reelcast/contract";

export const figures = (lines: number, change: Partial<RuleFigures> = {}): RuleFigures => ({
  lines,
  returnToPlayer: 0.951_668,
  withoutHold: 0.951_668,
  hitRate: 0.340_918,
  aboveBet: 0.179_497,
  deviation: 3.6576,
  largestSpin: 370,
  largestWin: 17_937.2,
  ...change,
});
export const GAME: GameRules = {
  version: "0b33ab4ec3c0",
  reels: 5,
  rows: 3,
  lines: [
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [0, 1, 2, 1, 0],
  ],
  lineChoices: [1, 3],
  lineBets: [25, 50, 100],
  symbols: [
    {
      role: "line",
      picture: "crown",
      reels: [1, 2, 3, 4, 5],
      pays: [
        { count: 5, pay: 3_000 },
        { count: 3, pay: 150 },
      ],
    },
    { role: "wild", picture: "wild", reels: [2, 3, 4], pays: [] },
    { role: "scatter", picture: "scatter", reels: [1, 2, 3, 4, 5], pays: [{ count: 3, pay: 5 }] },
  ],
  freeSpins: { scatters: 3, spins: 10, multiplier: 2, maxSpins: 50, oneIn: 150.297, average: 10.7 },
  hold: { oneIn: 96 },
  gamble: { rounds: 5, limit: 5_000_000 },
  figures: [figures(1, { deviation: 10.5, largestSpin: 6_000 }), figures(3, { withoutHold: 0.94 })],
};
export const RULES: MachineRules = {
  machineId: 1,
  name: "Lantern Street",
  game: GAME,
  document: null,
  jackpotShare: 0.015,
};
