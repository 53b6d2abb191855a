/** The return of a sample and its confidence interval. */
import { expect, it } from "vitest";
import { returnOf } from "./machineRecord.ts";

/** Sums of paid games with these bets and wins. */
const sumsOf = (rounds: readonly (readonly [bet: number, win: number])[]) => {
  const sum = (of: (bet: number, win: number) => number) =>
    rounds.reduce((total, [bet, win]) => total + of(bet, win), 0);
  return {
    games: rounds.length,
    paid: rounds.length,
    bet: sum((bet) => bet),
    win: sum((_, win) => win),
    bet2: sum((bet) => bet * bet),
    win2: sum((_, win) => win * win),
    both: sum((bet, win) => bet * win),
  };
};
const alternating = (count: number) =>
  Array.from({ length: count }, (_, index) => [100, index % 2 === 0 ? 0 : 180] as const);

it("is the win by the bet, with an interval that halves with four times as many games", () => {
  const few = returnOf(sumsOf(alternating(100)));
  const many = returnOf(sumsOf(alternating(400)));
  expect(few).toMatchObject({ paidGames: 100, played: 0.9, isLimited: false });
  // The standard deviation of a game is 0.9 bets.
  expect(few.halfWidth95).toBeCloseTo((1.96 * 0.9) / 10, 6);
  expect(many.halfWidth95).toBeCloseTo((few.halfWidth95 ?? 0) / 2, 6);
});

it("is not known before a game, and has no interval of few games", () => {
  expect(returnOf(sumsOf([]))).toMatchObject({ paidGames: 0, played: null, halfWidth95: null });
  expect(returnOf(sumsOf(alternating(10)))).toMatchObject({ played: 0.9, halfWidth95: null });
});
