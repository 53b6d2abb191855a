/**
 * The theoretical return of a game. Exact: stops are equally likely and reels independent, so that the mean over all
 * combinations is computed, not sampled. A seeded simulation checks the engine against the figure.
 */
import { drawStops, evaluate, lineWin, payOf, symbolAt } from "../engine.ts";
import { GAMES, gameOf } from "../games/index.ts";
import type { GameDefinition, GameKey, SymbolId } from "../games/types.ts";
import type { StripSet } from "../engine.ts";
import { seededRandom } from "../random.ts";

export interface GameMaths {
  game: GameKey;
  /** Return to player, 0 … 1, with the best use of every choice that the game offers. */
  returnToPlayer: number;
  /** The same for a player who never holds a reel. Equal if the game has no hold. */
  withoutHold: number;
  /** Parts of the return: lines, scatters, free spins, hold. */
  parts: Record<string, number>;
  /** Share of paid games on one line that pay anything on lines. */
  hitFrequency: number;
  /** Standard deviation of a game's return on one line, in bets (free spins left out). */
  deviation: number;
  /** Average number of paid games until free spins start. */
  bonusOneIn: number | null;
  simulation: { games: number; returnToPlayer: number; halfWidth95: number };
}

/** Probability of each symbol at one position of each reel, 0 … 1. Rows are alike: every stop is equally likely. */
function distribution(game: GameDefinition, set: StripSet): Map<SymbolId, number>[] {
  return game.strips[set].map((strip) => {
    const counts = new Map<SymbolId, number>();
    for (const symbol of strip) counts.set(symbol, (counts.get(symbol) ?? 0) + 1 / strip.length);
    return counts;
  });
}

/** Mean, mean square and frequency of a line's pay, in bets per line. */
function lineMoments(game: GameDefinition, set: StripSet): { mean: number; square: number; hits: number } {
  const reels = distribution(game, set);
  const total = { mean: 0, square: 0, hits: 0 };
  const visit = (reel: number, symbols: SymbolId[], probability: number): void => {
    const counts = reels[reel];
    if (!counts) {
      const pay = lineWin(game, symbols)?.pay ?? 0;
      total.mean += probability * pay;
      total.square += probability * pay * pay;
      if (pay > 0) total.hits += probability;
      return;
    }
    for (const [symbol, share] of counts) visit(reel + 1, [...symbols, symbol], probability * share);
  };
  visit(0, [], 1);
  return total;
}

/** Probability of each number of scatters in view. */
function scatterCounts(game: GameDefinition, set: StripSet): number[] {
  let counts = [1];
  for (const strip of game.strips[set]) {
    const onReel: number[] = [];
    for (let stop = 0; stop < strip.length; stop += 1) {
      let seen = 0;
      for (let row = 0; row < game.rows; row += 1) if (symbolAt(strip, stop, row) === "scatter") seen += 1;
      onReel[seen] = (onReel[seen] ?? 0) + 1 / strip.length;
    }
    const next: number[] = [];
    for (const [before, p] of counts.entries()) {
      for (const [more, q] of onReel.entries()) next[before + more] = (next[before + more] ?? 0) + p * (q ?? 0);
    }
    counts = Array.from(next, (value) => value ?? 0);
  }
  return counts;
}

/** Mean number of free spins per trigger, including retriggers up to the cap. */
function expectedSpins(spins: number, cap: number, retrigger: number): number {
  // mean[left][used]: spins still to come with `left` granted and not yet played, `granted` in all.
  const known = new Map<string, number>();
  const mean = (left: number, granted: number): number => {
    if (left === 0) return 0;
    const key = `${left}/${granted}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const more = Math.min(spins, cap - granted);
    const value = 1 + retrigger * mean(left - 1 + more, granted + more) + (1 - retrigger) * mean(left - 1, granted);
    known.set(key, value);
    return value;
  };
  return mean(spins, spins);
}

/**
 * Hold: after some lost games the machine offers it; the best choice of reels is taken. In the long run a share h of
 * all games is played with reels held, and the return is the mean of both kinds.
 */
function withHold(game: GameDefinition, plain: number): number {
  if (!game.hold) return plain;
  const [a, b, c] = game.strips.base;
  if (!a || !b || !c || game.reels !== 3) throw new RangeError("hold is computed for three reels");
  // Pay of the middle line: with more lines in play the gain per line is at most this.
  const pay = (stops: readonly number[]) =>
    evaluate(game, "base", stops, 1).lines.reduce((sum, win) => sum + win.pay, 0);
  const sizes = [a.length, b.length, c.length];
  const sums = new Map<string, { sum: number; n: number }>();
  const held = (mask: number, stops: readonly number[]) =>
    stops.map((stop, reel) => (mask & (1 << reel) ? stop : "*")).join();
  const all: { stops: number[]; pay: number }[] = [];
  for (let x = 0; x < (sizes[0] ?? 0); x += 1) {
    for (let y = 0; y < (sizes[1] ?? 0); y += 1) {
      for (let z = 0; z < (sizes[2] ?? 0); z += 1) {
        const stops = [x, y, z];
        const value = pay(stops);
        all.push({ stops, pay: value });
        for (let mask = 0; mask < 8; mask += 1) {
          const key = held(mask, stops);
          const entry = sums.get(key) ?? { sum: 0, n: 0 };
          entry.sum += value;
          entry.n += 1;
          sums.set(key, entry);
        }
      }
    }
  }
  const lost = all.filter((entry) => entry.pay === 0);
  const best = lost.map(({ stops }) =>
    Math.max(
      ...Array.from({ length: 8 }, (_, mask) => {
        const entry = sums.get(held(mask, stops));
        return entry ? entry.sum / entry.n : 0;
      }),
    ),
  );
  const meanBest = best.reduce((sum, value) => sum + value, 0) / best.length;
  const offered = lost.length / all.length / game.hold.oneIn;
  const share = offered / (1 + offered);
  return (1 - share) * plain + share * meanBest;
}

/** Plays `games` paid games at full lines with a seeded generator; hold and gamble (which is fair) are left alone. */
function simulate(game: GameDefinition, games: number, seed: number): GameMaths["simulation"] {
  const random = seededRandom(seed);
  const lines = game.lines.length;
  let sum = 0;
  let squares = 0;
  for (let n = 0; n < games; n += 1) {
    const outcome = evaluate(game, "base", drawStops(game, "base", random), lines);
    let won = payOf(outcome, 1, lines);
    const feature = game.freeSpins;
    if (feature && outcome.scatters.length >= feature.scatters) {
      let granted = feature.spins;
      for (let played = 0; played < granted; played += 1) {
        const free = evaluate(game, "bonus", drawStops(game, "bonus", random), lines);
        won += payOf(free, 1, lines, feature.multiplier);
        if (free.scatters.length >= feature.scatters) granted = Math.min(feature.maxSpins, granted + feature.spins);
      }
    }
    const back = won / lines;
    sum += back;
    squares += back * back;
  }
  const mean = sum / games;
  return {
    games,
    returnToPlayer: mean,
    halfWidth95: 1.96 * Math.sqrt(Math.max(0, squares / games - mean * mean) / games),
  };
}

export function mathsOf(key: GameKey, simulatedGames = 200_000): GameMaths {
  const game = gameOf(key);
  const base = lineMoments(game, "base");
  const pays = (counts: readonly number[]) => counts.reduce((sum, p, n) => sum + p * (game.scatterPays[n] ?? 0), 0);
  const scatter = pays(scatterCounts(game, "base"));
  let free = 0;
  let bonusOneIn: number | null = null;
  const feature = game.freeSpins;
  if (feature) {
    const starts = (set: StripSet) =>
      scatterCounts(game, set)
        .slice(feature.scatters)
        .reduce((sum, p) => sum + p, 0);
    const perSpin = feature.multiplier * (lineMoments(game, "bonus").mean + pays(scatterCounts(game, "bonus")));
    free = starts("base") * expectedSpins(feature.spins, feature.maxSpins, starts("bonus")) * perSpin;
    bonusOneIn = 1 / starts("base");
  }
  const withoutHold = base.mean + scatter + free;
  const returnToPlayer = withHold(game, withoutHold);
  return {
    game: key,
    returnToPlayer,
    withoutHold,
    parts: { lines: base.mean, scatters: scatter, "free spins": free, hold: returnToPlayer - withoutHold },
    hitFrequency: base.hits,
    deviation: Math.sqrt(base.square - base.mean ** 2),
    bonusOneIn,
    simulation: simulate(game, simulatedGames, 20_261_121),
  };
}

export function machineMaths(simulatedGames?: number): GameMaths[] {
  return GAMES.map(({ key }) => mathsOf(key, simulatedGames));
}

const percent = (share: number, digits = 4) => `${(share * 100).toFixed(digits)} %`;

/** For the operator's terminal. */
export function formatMaths(all: readonly GameMaths[]): string {
  return all
    .map((maths) =>
      [
        maths.game,
        `  return to player   ${percent(maths.returnToPlayer)}   (exact, by enumeration)`,
        ...(maths.parts["hold"] ? [`  without holding    ${percent(maths.withoutHold)}`] : []),
        `  made of            ${Object.entries(maths.parts)
          .filter(([, share]) => share !== 0)
          .map(([name, share]) => `${name} ${percent(share, 2)}`)
          .join(", ")}`,
        `  hit frequency      ${percent(maths.hitFrequency, 2)} of games on one line, deviation ${maths.deviation.toFixed(2)} bets`,
        ...(maths.bonusOneIn === null ? [] : [`  free spins         one in ${maths.bonusOneIn.toFixed(1)} games`]),
        `  simulated          ${percent(maths.simulation.returnToPlayer, 2)} ± ${percent(maths.simulation.halfWidth95, 2)} (95 %, ${maths.simulation.games} seeded games)`,
      ].join("\n"),
    )
    .join("\n\n");
}
