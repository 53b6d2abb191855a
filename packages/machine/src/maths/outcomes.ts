/**
 * Every outcome of a game's reels, counted: how many combinations of stops pay how much on the lines, with how many scatters in
 * view. Exact, nothing is sampled. The reels are walked from left to right; where no line can win any more, the rest of the reels
 * matters for the scatters alone, and is counted instead of walked.
 */
import { symbolAt } from "../engine.ts";
import type { StripSet } from "../engine.ts";
import type { Game, Strip, SymbolId } from "../games/types.ts";

export interface OutcomeCount {
  /** Sum of what the lines pay, in bets per line. */
  pay: number;
  scatters: number;
  /** Combinations of stops with this outcome. */
  count: number;
}
export interface Outcomes {
  /** Combinations of stops in all. */
  combinations: number;
  list: readonly OutcomeCount[];
}

const WILD = 0;
const SCATTER = 1;
/** The first symbol of a line that has only wilds so far. */
const NONE = -1;

/** For each stop of a reel: the symbols of its rows, as numbers, and the scatters among them. */
interface Stop {
  rows: readonly number[];
  scatters: number;
}

/** Symbols as numbers: wild 0, scatter 1, then the others. */
function numberSymbols(strips: readonly Strip[]): Map<SymbolId, number> {
  const all = new Set<SymbolId>(["wild", "scatter", ...strips.flat()]);
  return new Map([...all].map((symbol, index) => [symbol, index]));
}

/** By symbol, then by count of equal symbols: bets per line. */
function payTable({ pays, reels }: Game, numbers: ReadonlyMap<SymbolId, number>): number[][] {
  const table: number[][] = [];
  for (const [symbol, number] of numbers)
    table[number] = Array.from({ length: reels + 1 }, (_, count) => pays[symbol]?.[count] ?? 0);
  return table;
}

const stopsOf = (strip: Strip, rows: number, numbers: ReadonlyMap<SymbolId, number>): Stop[] =>
  strip.map((_, stop) => {
    const seen = Array.from({ length: rows }, (__, row) => numbers.get(symbolAt(strip, stop, row)) ?? NONE);
    return { rows: seen, scatters: seen.filter((symbol) => symbol === SCATTER).length };
  });

/** From each reel on, how many combinations of its stops and of those after it show how many scatters. */
function scattersFrom(reels: readonly (readonly Stop[])[]): number[][] {
  const from: number[][] = [[1]];
  for (const stops of reels.toReversed()) {
    const after = from[0] ?? [];
    const here: number[] = [];
    for (const { scatters } of stops)
      for (const [more, count] of after.entries()) here[scatters + more] = (here[scatters + more] ?? 0) + count;
    from.unshift(Array.from(here, (count) => count ?? 0));
  }
  return from;
}

/** @param lines how many of the game's lines are played */
export function outcomesOf(game: Game, set: StripSet, lines: number): Outcomes {
  const strips = game.strips[set];
  const numbers = numberSymbols(strips);
  const pays = payTable(game, numbers);
  const reels = strips.map((strip) => stopsOf(strip, game.rows, numbers));
  const rest = scattersFrom(reels);
  const rows = game.lines.slice(0, lines);
  const played = rows.length;
  /** By pay, then by scatters. */
  const counts = new Map<number, number[]>();
  const add = (pay: number, scatters: number, count: number) => {
    const known = counts.get(pay) ?? [];
    known[scatters] = (known[scatters] ?? 0) + count;
    counts.set(pay, known);
  };
  // The lines that may still win, for each number of reels walked: which, their symbol, their run, and the wilds it begins with.
  const state = () => Array.from({ length: strips.length + 1 }, () => new Int16Array(played));
  const [line, first, run, wilds] = [state(), state(), state(), state()];
  line[0]?.set([...rows.keys()]);
  first[0]?.fill(NONE);
  const winOf = (symbol: number, length: number, wildRun: number) =>
    Math.max(pays[WILD]?.[wildRun] ?? 0, pays[symbol === NONE ? WILD : symbol]?.[length] ?? 0);

  const walk = (reel: number, alive: number, pay: number, scatters: number): void => {
    if (alive === 0) {
      for (const [more, count] of (rest[reel] ?? []).entries()) if (count > 0) add(pay, scatters + more, count);
      return;
    }
    const isLast = reel === strips.length - 1;
    const [lineHere, firstHere, runHere, wildsHere] = [line[reel], first[reel], run[reel], wilds[reel]];
    const [lineNext, firstNext, runNext, wildsNext] = [line[reel + 1], first[reel + 1], run[reel + 1], wilds[reel + 1]];
    if (!lineHere || !firstHere || !runHere || !wildsHere || !lineNext || !firstNext || !runNext || !wildsNext) return;
    for (const stop of reels[reel] ?? []) {
      let won = 0;
      let still = 0;
      for (let n = 0; n < alive; n += 1) {
        const index = lineHere[n] ?? 0;
        const symbol = stop.rows[rows[index]?.[reel] ?? 0] ?? NONE;
        const before = firstHere[n] ?? NONE;
        const length = runHere[n] ?? 0;
        const wildRun = wildsHere[n] ?? 0;
        if (symbol !== WILD && before !== NONE && symbol !== before) {
          won += winOf(before, length, wildRun);
          continue;
        }
        const now = before === NONE && symbol !== WILD ? symbol : before;
        const wildsNow = now === NONE ? wildRun + 1 : wildRun;
        if (isLast) {
          won += winOf(now, length + 1, wildsNow);
          continue;
        }
        lineNext[still] = index;
        firstNext[still] = now;
        runNext[still] = length + 1;
        wildsNext[still] = wildsNow;
        still += 1;
      }
      walk(reel + 1, still, pay + won, scatters + stop.scatters);
    }
  };
  walk(0, played, 0, 0);
  return {
    combinations: reels.reduce((product, { length }) => product * length, 1),
    list: [...counts].flatMap(([pay, byScatters]) =>
      [...byScatters.entries()].flatMap(([scatters, count]) => (count ? [{ pay, scatters, count }] : [])),
    ),
  };
}
