/** The figures of each game, next to a long seeded run of the machine's own steps, and next to every outcome one by one. */
import { describe, expect, it } from "vitest";
import { evaluate, payOf } from "../engine.ts";
import { GAMES, SKINS, gameOf } from "../games/index.ts";
import type { GameDefinition } from "../games/index.ts";
import { seededRandom } from "../random.ts";
import { due, press } from "../simulated/gameSteps.ts";
import type { GameContext, Step } from "../simulated/gameSteps.ts";
import { freshMemory } from "../simulated/memory.ts";
import { figuresOf, lineFigures, versionOf } from "./figures.ts";

const GAMES_PLAYED = 20_000;

/** Plays as a player who presses Play and takes each win: for each paid game what it and its free spins paid, in bets. */
function play(game: GameDefinition, lines: number): { returns: number[]; ownWins: number[]; bonuses: number } {
  const skin = SKINS.find((one) => one.game === game.key);
  if (!skin) throw new Error(`no machine plays ${game.key}`);
  const rules: GameContext = { skin, now: 0, random: seededRandom(20_261_126), speed: 1, handPayFrom: Infinity };
  let memory = freshMemory(skin.key);
  memory.selects = { denomination: 100, lines, bet: 1 };
  memory.meters.credit = 1e12;
  const bet = 100 * lines;
  const returns: number[] = [];
  const ownWins: number[] = [];
  let bonuses = 0;
  const take = ({ memory: next, events }: Step) => {
    memory = next;
    for (const event of events) {
      if (event.type === "bonusStart") bonuses += 1;
      if (event.type !== "gameEnd") continue;
      const { free, win } = event.result;
      if (free) returns[returns.length - 1] = (returns.at(-1) ?? 0) + win / bet;
      else {
        returns.push(win / bet);
        ownWins.push(win / bet);
      }
    }
    // The journal is copied with each step; this run does not read it.
    memory.journal = memory.journal.slice(-1);
  };
  while (returns.length < GAMES_PLAYED || memory.phase !== "idle") {
    if (memory.phase === "idle" || memory.phase === "winToTake") {
      const step = press(memory, memory.phase === "idle" ? "play" : "take", false, rules);
      if (!step.accepted) throw new Error(step.reason);
      take(step);
    } else take(due(memory, rules));
  }
  return { returns, ownWins, bonuses };
}

describe.each(GAMES.map(({ key }) => [key] as const))("%s", (key) => {
  const game = gameOf(key);
  const lines = Math.max(...game.lineChoices);
  const figures = lineFigures(game, lines);

  it(`is what ${GAMES_PLAYED} games of the machine return, within four standard errors`, () => {
    const { returns, ownWins, bonuses } = play(game, lines);
    const games = returns.length;
    const mean = returns.reduce((sum, value) => sum + value, 0) / games;
    expect(Math.abs(mean - figures.withoutHold)).toBeLessThan((4 * figures.deviation) / Math.sqrt(games));
    const near = (counted: number, share: number) =>
      expect(Math.abs(counted / games - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / games));
    near(ownWins.filter((win) => win > 0).length, figures.hitRate);
    near(ownWins.filter((win) => win > 1).length, figures.aboveBet);
    if (game.freeSpins) near(bonuses, 1 / (figuresOf(game).freeSpins?.oneIn ?? Infinity));
    // Rare large wins make most of it: with so many games it is known to a sixth.
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / games);
    expect(deviation / figures.deviation).toBeGreaterThan(5 / 6);
    expect(deviation / figures.deviation).toBeLessThan(7 / 6);
    expect(Math.max(...returns)).toBeLessThanOrEqual(figures.largestWin);
  });

  it("has parts that add up to the return", () => {
    const { parts, returnToPlayer } = figures;
    expect(parts.lines + parts.scatters + parts.freeSpins + parts.hold).toBeCloseTo(returnToPlayer, 12);
  });
});

it.each(["classic", "fruit"])("is what every outcome of %s pays, one by one", (key) => {
  const game = gameOf(key);
  const [a = 0, b = 0, c = 0] = game.strips.base.map(({ length }) => length);
  for (const lines of game.lineChoices) {
    const sums = { mean: 0, square: 0, hits: 0, above: 0, largest: 0 };
    for (let n = 0; n < a * b * c; n += 1) {
      const stops = [n % a, Math.floor(n / a) % b, Math.floor(n / (a * b))];
      const win = payOf(evaluate(game, "base", stops, lines), 1, lines) / lines;
      sums.mean += win / (a * b * c);
      sums.square += win ** 2 / (a * b * c);
      sums.hits += win > 0 ? 1 / (a * b * c) : 0;
      sums.above += win > 1 ? 1 / (a * b * c) : 0;
      sums.largest = Math.max(sums.largest, win);
    }
    const figures = lineFigures(game, lines);
    expect(figures.withoutHold).toBeCloseTo(sums.mean, 9);
    expect(figures.deviation).toBeCloseTo(Math.sqrt(sums.square - sums.mean ** 2), 9);
    expect(figures.hitRate).toBeCloseTo(sums.hits, 9);
    expect(figures.aboveBet).toBeCloseTo(sums.above, 9);
    expect(figures.largestSpin).toBe(sums.largest);
    expect(figures.largestWin).toBe(sums.largest);
  }
});

/** Two symbols on three short reels, so that every choice can be followed by hand. */
const coin = (hold: GameDefinition["hold"]): GameDefinition => ({
  ...gameOf("classic"),
  strips: {
    base: [
      ["top", "low4"],
      ["top", "low4"],
      ["top", "low4"],
    ],
    bonus: [],
  },
  rows: 1,
  lines: [[0, 0, 0]],
  lineChoices: [1],
  pays: { top: { 3: 7 } },
  hold,
});

it("counts the best hold: none where waiting brings more", () => {
  // Lost: 7 of 8. With two tops held the next game pays 7/2 on average, with one 7/4, with none 7/8.
  expect(lineFigures(coin(null), 1).returnToPlayer).toBeCloseTo(7 / 8, 12);
  // Offers after one in 1,000,000 lost games change next to nothing.
  expect(lineFigures(coin({ oneIn: 1e6 }), 1).returnToPlayer).toBeCloseTo(7 / 8, 5);
  // After each lost game: with two tops (3 of 8) held, and with one (3 of 8) as well if 7/4 is above the return v:
  // v = 7/8 + 3/8 (7/2 − v) + 3/8 (7/4 − v), so v = (7/8 + 63/32) / (14/8) = 1.625.
  expect(lineFigures(coin({ oneIn: 1 }), 1).returnToPlayer).toBeCloseTo(1.625, 9);
  expect(lineFigures(coin({ oneIn: 1 }), 1).withoutHold).toBeCloseTo(7 / 8, 12);
});

it("counts free spins with their retriggers, exactly", () => {
  // Each reel shows a scatter at one of two stops; three of them start two free spins, once more at most, at double pay.
  const game: GameDefinition = {
    ...coin(null),
    strips: {
      base: [
        ["scatter", "low4"],
        ["scatter", "low4"],
        ["scatter", "low4"],
      ],
      bonus: [
        ["scatter", "top"],
        ["scatter", "top"],
        ["scatter", "top"],
      ],
    },
    freeSpins: { scatters: 3, spins: 2, multiplier: 2, maxSpins: 4 },
  };
  const { freeSpins, byLines } = figuresOf(game);
  const [{ withoutHold, largestSpin, largestWin, hitRate } = lineFigures(game, 1)] = byLines;
  expect(freeSpins?.oneIn).toBeCloseTo(8, 12);
  // Two spins; two more unless neither of these two retriggers (7/8 each).
  const spins = 2 + 2 * (1 - (7 / 8) ** 2);
  expect(freeSpins?.spins).toBeCloseTo(spins, 12);
  // A free spin pays 14 in one of eight cases.
  expect(withoutHold).toBeCloseTo((spins * 14) / 64, 12);
  expect(largestSpin).toBe(14);
  // A spin that retriggers pays nothing, and brings two that can.
  expect(largestWin).toBe(42);
  expect(hitRate).toBe(0);
});

it("has a version that changes with what a game pays, and with nothing else", () => {
  const game = gameOf("video");
  const { version } = figuresOf(gameOf("fruit"));
  expect(version).toBe(versionOf(gameOf("fruit")));
  expect(versionOf({ ...game, timing: { firstStopMs: 1, nextStopMs: 1 } })).toBe(versionOf(game));
  expect(versionOf({ ...game, scatterPays: { ...game.scatterPays, 3: 6 } })).not.toBe(versionOf(game));
  expect(versionOf({ ...game, betChoices: [...game.betChoices] })).toBe(versionOf(game));
});
