/** What is usual for a player's games at a machine: the mean and the spread that the game's own maths give for these bets. Pure. */
import type { ResultExpectation } from "@reelcast/contract";
import type { GameFigures } from "@reelcast/machine";

/** Sums over games that were played on so many lines. Amounts: minor units. */
export interface PlayedOnLines {
  /** Null: not recorded. */
  lines: number | null;
  games: number;
  bet: number;
  /** Sum of the squares of the bets. */
  bet2: number;
  /**
   * What gambles have added to the variance: the sum of the squares of all stakes that were doubled. A gamble is fair, so that it moves
   * no mean.
   */
  gambled2: number;
}

const Z_95 = 1.96;
/** Below so many games a result says nothing, and is not near enough to a normal distribution. */
const FEWEST_GAMES = 100;

/** The length of the longest run of failures that is usual: n (1 − p)^k p falls to 1 (Schilling, The Longest Run of Heads, 1990). */
function usualDryRun(games: number, hitRate: number): number {
  if (hitRate <= 0 || hitRate >= 1) return hitRate >= 1 ? 0 : games;
  return Math.min(games, Math.max(0, Math.round(Math.log(games * hitRate) / -Math.log(1 - hitRate))));
}

/** @returns null without games */
export function expectationOf(played: readonly PlayedOnLines[], { byLines }: GameFigures): ResultExpectation | null {
  const most = byLines.at(-1);
  const sums = { games: 0, bet: 0, mean: 0, variance: 0, hits: 0 };
  for (const { lines, games, bet, bet2, gambled2 } of played) {
    const figures = byLines.find((one) => one.lines === lines) ?? most;
    if (!figures) return null;
    sums.games += games;
    sums.bet += bet;
    sums.mean += bet * figures.withoutHold;
    sums.variance += bet2 * figures.deviation ** 2 + gambled2;
    sums.hits += games * figures.hitRate;
  }
  if (sums.games === 0 || sums.bet === 0) return null;
  const net = sums.mean - sums.bet;
  const half = Z_95 * Math.sqrt(sums.variance);
  const hitRate = sums.hits / sums.games;
  return {
    returnToPlayer: sums.mean / sums.bet,
    hitRate,
    net: Math.round(net),
    // Nobody loses more than was bet.
    band:
      sums.games < FEWEST_GAMES
        ? null
        : { low: Math.round(Math.max(-sums.bet, net - half)), high: Math.round(net + half) },
    dryRun: usualDryRun(sums.games, hitRate),
  };
}
