/** The band of a player's result, next to the results of many players who make the same bets. */
import { GAMES, drawGame, figuresOf, gameOf, seededRandom } from "@reelcast/machine";
import { describe, expect, it } from "vitest";
import { expectationOf } from "./expectation.ts";

const PLAYERS = 400;
const PLAYED = 250;

describe.each(GAMES.map(({ key }) => [key] as const))("at %s", (key) => {
  const game = gameOf(key);
  const figures = figuresOf(game);
  const lines = Math.max(...game.lineChoices);
  it(`holds for 19 in 20 of ${PLAYERS} players, give or take, and the mean is that of the maths`, () => {
    const random = seededRandom(20_261_127);
    const bet = 100 * lines;
    const expected = expectationOf(
      [{ lines, games: PLAYED, bet: PLAYED * bet, bet2: PLAYED * bet ** 2, gambled2: 0 }],
      figures,
    );
    if (!expected?.band) throw new Error("no band");
    const { low, high } = expected.band;
    const nets = Array.from({ length: PLAYERS }, () => {
      let net = 0;
      for (let n = 0; n < PLAYED; n += 1) net += drawGame(game, lines, random) * 100 - bet;
      return net;
    });
    const within = nets.filter((net) => net >= low && net <= high).length / PLAYERS;
    // Results lean to one side, so that it is not exactly 0.95.
    expect(within).toBeGreaterThan(0.92);
    expect(within).toBeLessThan(0.985);
    const mean = nets.reduce((sum, net) => sum + net, 0) / PLAYERS;
    expect(Math.abs(mean - expected.net)).toBeLessThan((4 * (high - low)) / 3.92 / Math.sqrt(PLAYERS));
  });
});

const [fruit, video] = [figuresOf(gameOf("fruit")), figuresOf(gameOf("video"))];
const played = (change: object) => ({ lines: 5, games: 200, bet: 20_000, bet2: 2_000_000, gambled2: 0, ...change });

it("is the mean of all bets, each on its lines", () => {
  const expected = expectationOf([played({ lines: 1 }), played({ lines: 20, bet: 60_000, bet2: 18e6 })], video);
  expect(expected?.net).toBe(Math.round(80_000 * ((video.byLines[0]?.withoutHold ?? 0) - 1)));
  expect(expected?.hitRate).toBeCloseTo((0.029_174 + 0.340_918) / 2, 5);
});
it("is wider for who gambles, and never below the loss of all bets", () => {
  const plain = expectationOf([played({})], fruit)?.band;
  const gambled = expectationOf([played({ gambled2: 2_000_000 * 6.8712 ** 2 * 3 })], fruit)?.band;
  expect((gambled?.high ?? 0) + 929).toBeCloseTo(2 * ((plain?.high ?? 0) + 929), -2);
  expect(gambled?.low).toBe(-20_000);
});
it("says nothing of a hundred games or fewer, and of none at all", () => {
  expect(expectationOf([played({ games: 99 })], fruit)?.band).toBeNull();
  expect(expectationOf([], fruit)).toBeNull();
});
it("has the row of games without a win that is usual", () => {
  // 8.66 % of games pay: in 200 games a row of about 31 without any.
  expect(expectationOf([played({})], fruit)?.dryRun).toBe(31);
  expect(expectationOf([played({ games: 3 })], fruit)?.dryRun).toBe(0);
});
