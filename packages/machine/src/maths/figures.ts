/**
 * What a game pays in the long run, computed from its definition: return, how often it pays, how far single games are from the
 * mean, and the largest win. Exact for every number of lines that can be played. It takes seconds for a game with five reels: ask
 * for it outside of what a player waits for, and keep it under the game's version.
 *
 * Unit: the total bet of a game. Reels are independent and every stop is equally likely. A gamble is fair and changes no mean; it is
 * left out.
 */
import { createHash } from "node:crypto";
import { evaluate, payOf } from "../engine.ts";
import type { StripSet } from "../engine.ts";
import type { FreeSpinFeature, Game } from "../games/types.ts";
import { outcomesOf } from "./outcomes.ts";

/** What a game pays where so many of its lines are played. */
export interface LineFigures {
  /** Lines played. */
  lines: number;
  /** Return to player, 0 … 1, with the best use of every choice that the game offers. */
  returnToPlayer: number;
  /** The same for a player who never holds a reel. Equal if the game has no hold. */
  withoutHold: number;
  /** Parts of the return. They add up to it. */
  parts: { lines: number; scatters: number; freeSpins: number; hold: number };
  /** Share of paid games whose own reels pay anything, 0 … 1. */
  hitRate: number;
  /** Share of paid games whose own reels pay more than the bet, 0 … 1. */
  aboveBet: number;
  /** Standard deviation of what a paid game returns with all its free spins, without holds. Total bets. */
  deviation: number;
  /** Largest win of one spin, free spins included. Total bets. */
  largestSpin: number;
  /** Largest win of a paid game with all its free spins. Total bets. */
  largestWin: number;
}
export interface GameFigures {
  /** Of the game: see `versionOf`. */
  version: string;
  byLines: LineFigures[];
  /** Null: the game has none. */
  freeSpins: { oneIn: number; spins: number } | null;
}

/** Changes with whatever changes what a game pays. Twelve hex digits. */
export function versionOf({ reels, rows, strips, lines, pays, scatterPays, freeSpins, hold, gamble, ...rest }: Game) {
  const paying = { reels, rows, strips, lines, pays, scatterPays, freeSpins, hold, gamble, choices: rest.lineChoices };
  return createHash("sha256").update(JSON.stringify(paying)).digest("hex").slice(0, 12);
}

/** Wins of a spin of one kind. `share`: of all spins. */
interface Part {
  share: number;
  /** Sums over all spins: of the share, of the share times the win, and times its square. */
  mean: number;
  square: number;
  /** -Infinity: no spin is of this kind. */
  largest: number;
}
interface Spins {
  /** Spins that start free spins, and the others. */
  starting: Part;
  others: Part;
  scatters: number;
  hits: number;
  aboveBet: number;
}

function spinsOf(game: Game, set: StripSet, lines: number): Spins {
  const { combinations, list } = outcomesOf(game, set, lines);
  const part = (): Part => ({ share: 0, mean: 0, square: 0, largest: -Infinity });
  const spins: Spins = { starting: part(), others: part(), scatters: 0, hits: 0, aboveBet: 0 };
  const from = game.freeSpins?.scatters ?? Infinity;
  const multiplier = set === "bonus" ? (game.freeSpins?.multiplier ?? 1) : 1;
  for (const { pay, scatters, count } of list) {
    const share = count / combinations;
    const scatterPay = game.scatterPays[scatters] ?? 0;
    const win = (pay / lines + scatterPay) * multiplier;
    const into = scatters >= from ? spins.starting : spins.others;
    into.share += share;
    into.mean += share * win;
    into.square += share * win * win;
    into.largest = Math.max(into.largest, win);
    spins.scatters += share * scatterPay * multiplier;
    if (win > 0) spins.hits += share;
    if (win > 1) spins.aboveBet += share;
  }
  return spins;
}

/** All free spins that one paid game brings. */
interface Series {
  spins: number;
  mean: number;
  square: number;
  largest: number;
}

/** With retriggers up to the maximum. By spins that are left, and spins that were granted. */
function seriesOf({ spins, maxSpins }: FreeSpinFeature, { starting, others }: Spins): Series {
  const known = new Map<string, Series>();
  const after = (left: number, granted: number): Series => {
    if (left === 0) return NO_SERIES;
    const key = `${left}/${granted}`;
    const found = known.get(key);
    if (found) return found;
    const more = Math.min(spins, maxSpins - granted);
    const retriggered = after(left - 1 + more, granted + more);
    const plain = after(left - 1, granted);
    const both = [
      [starting, retriggered],
      [others, plain],
    ] as const;
    const sum = (of: (part: Part, rest: Series) => number) =>
      both.reduce((total, [part, rest]) => total + of(part, rest), 0);
    const value = {
      spins: 1 + sum(({ share }, rest) => share * rest.spins),
      mean: sum((part, rest) => part.mean + part.share * rest.mean),
      square: sum((part, rest) => part.square + 2 * part.mean * rest.mean + part.share * rest.square),
      largest: Math.max(...both.map(([part, rest]) => part.largest + rest.largest)),
    };
    known.set(key, value);
    return value;
  };
  return after(spins, spins);
}

const NO_SERIES: Series = { spins: 0, mean: 0, square: 0, largest: 0 };
function freeSpinsOf(game: Game, lines: number): { spins: Spins | null; series: Series } {
  if (!game.freeSpins) return { spins: null, series: NO_SERIES };
  const spins = spinsOf(game, "bonus", lines);
  return { spins, series: seriesOf(game.freeSpins, spins) };
}

/** Means of the next game, in total bets, by the choice of held reels (bit 0: the first reel) and by what those reels show. */
function heldMeans(wins: Float64Array, [x, y, z]: readonly [number, number, number]) {
  const total = wins.length;
  const indexOf = (choice: number, n: number) =>
    (choice & 1 ? n % x : 0) +
    x * ((choice & 2 ? Math.floor(n / x) % y : 0) + y * (choice & 4 ? Math.floor(n / (x * y)) : 0));
  const means = Array.from({ length: 8 }, (_, choice) => {
    const free = (choice & 1 ? 1 : x) * (choice & 2 ? 1 : y) * (choice & 4 ? 1 : z);
    const sums = new Float64Array(total);
    for (let n = 0; n < total; n += 1) {
      const index = indexOf(choice, n);
      sums[index] = (sums[index] ?? 0) + (wins[n] ?? 0) / free;
    }
    return sums;
  });
  return (choice: number, n: number) => means[choice]?.[indexOf(choice, n)] ?? 0;
}

/**
 * The return of the best use of hold: after some lost games it is offered for the next game, and a game with held reels is followed
 * by no offer. So the games are a chain of plain games and, after a share of them, a held one. Reels are held where the mean of the
 * best choice is above the return itself: then waiting for a better offer brings less (the optimality equation of a chain with
 * an average reward; Puterman, Markov Decision Processes, §8.4).
 */
function holdOf(game: Game, lines: number, plain: number): number {
  if (!game.hold) return plain;
  const [x, y, z] = game.strips.base.map(({ length }) => length);
  if (game.reels !== 3 || !x || !y || !z) throw new RangeError("hold is computed for three reels");
  const total = x * y * z;
  const wins = Float64Array.from({ length: total }, (_, n) =>
    payOf(evaluate(game, "base", [n % x, Math.floor(n / x) % y, Math.floor(n / (x * y))], lines), 1 / lines, lines),
  );
  const meanOf = heldMeans(wins, [x, y, z]);
  const best: number[] = [];
  for (const [n, win] of wins.entries())
    if (win === 0) best.push(Math.max(...[1, 2, 3, 4, 5, 6, 7].map((choice) => meanOf(choice, n))));
  const { oneIn } = game.hold;
  // Policy iteration: each round holds what is above the return of the round before, until nothing changes.
  let value = plain;
  for (let before = -1; value !== before;) {
    before = value;
    const held = best.filter((mean) => mean > before);
    const share = held.length / total / oneIn;
    value = (plain + held.reduce((sum, mean) => sum + mean, 0) / total / oneIn) / (1 + share);
  }
  return value;
}

/** @param lines how many of its lines are played */
export function lineFigures(game: Game, lines: number): LineFigures {
  const base = spinsOf(game, "base", lines);
  const { starting, others } = base;
  const own = starting.mean + others.mean;
  const { spins: bonus, series } = freeSpinsOf(game, lines);
  const free = starting.share * series.mean;
  const withoutHold = own + free;
  const square = starting.square + others.square + 2 * starting.mean * series.mean + starting.share * series.square;
  const returnToPlayer = holdOf(game, lines, withoutHold);
  return {
    lines,
    returnToPlayer,
    withoutHold,
    parts: { lines: own - base.scatters, scatters: base.scatters, freeSpins: free, hold: returnToPlayer - withoutHold },
    hitRate: base.hits,
    aboveBet: base.aboveBet,
    deviation: Math.sqrt(square - withoutHold ** 2),
    largestSpin: Math.max(
      ...[base, bonus].map((spins) => Math.max(spins?.starting.largest ?? 0, spins?.others.largest ?? 0)),
    ),
    largestWin: Math.max(others.largest, starting.largest + series.largest),
  };
}

/** For every number of lines that can be played. */
export function figuresOf(game: Game): GameFigures {
  return {
    version: versionOf(game),
    byLines: game.lineChoices.map((lines) => lineFigures(game, lines)),
    freeSpins: game.freeSpins
      ? { oneIn: 1 / spinsOf(game, "base", 1).starting.share, spins: freeSpinsOf(game, 1).series.spins }
      : null,
  };
}
