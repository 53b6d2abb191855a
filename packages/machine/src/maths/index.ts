/**
 * What the games return, for the operator and as the machines report it. Exact: stops are equally likely and reels independent, so
 * that the mean over all combinations is computed, not sampled (figures.ts). A seeded simulation checks the engine against it.
 */
import { drawStops, evaluate, payOf } from "../engine.ts";
import { GAMES, gameOf } from "../games/index.ts";
import type { GameDefinition, GameKey } from "../games/types.ts";
import { seededRandom } from "../random.ts";
import type { RandomSource } from "../random.ts";
import { figuresOf, lineFigures } from "./figures.ts";
import type { GameFigures, LineFigures } from "./figures.ts";

export { figuresOf, versionOf } from "./figures.ts";
export type { GameFigures, LineFigures } from "./figures.ts";

export interface GameMaths extends GameFigures {
  game: GameKey;
  simulation: { games: number; returnToPlayer: number; halfWidth95: number };
}

/** What a paid game with its free spins pays, in bets per line. Hold and gamble (which is fair) are left alone. */
export function drawGame(game: GameDefinition, lines: number, random: RandomSource): number {
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
  return won;
}

/** Plays `games` paid games at full lines with a seeded generator. */
function simulate(game: GameDefinition, games: number, seed: number): GameMaths["simulation"] {
  const random = seededRandom(seed);
  const lines = game.lines.length;
  let sum = 0;
  let squares = 0;
  for (let n = 0; n < games; n += 1) {
    const back = drawGame(game, lines, random) / lines;
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

const knownReturns = new Map<GameKey, number>();
/** Return to player of a game on its fewest lines, where a hold brings most; computed once. */
export function returnOf(key: GameKey): number {
  const game = gameOf(key);
  const value = knownReturns.get(key) ?? lineFigures(game, Math.min(...game.lineChoices)).returnToPlayer;
  knownReturns.set(key, value);
  return value;
}

export function mathsOf(key: GameKey, simulatedGames = 200_000): GameMaths {
  const game = gameOf(key);
  return { game: key, ...figuresOf(game), simulation: simulate(game, simulatedGames, 20_261_121) };
}

export function machineMaths(simulatedGames?: number): GameMaths[] {
  return GAMES.map(({ key }) => mathsOf(key, simulatedGames));
}

const percent = (share: number, digits = 4) => `${(share * 100).toFixed(digits)} %`;
const PARTS = { lines: "lines", scatters: "scatters", freeSpins: "free spins", hold: "hold" } as const;
const partsOf = ({ parts }: LineFigures) =>
  (Object.keys(PARTS) as (keyof typeof PARTS)[])
    .filter((name) => parts[name] !== 0)
    .map((name) => `${PARTS[name]} ${percent(parts[name], 2)}`)
    .join(", ");

/** For the operator's terminal. */
export function formatMaths(all: readonly GameMaths[]): string {
  return all
    .map(({ game, version, byLines, freeSpins, simulation }) =>
      [
        `${game} (version ${version})`,
        ...byLines.flatMap((figures) => [
          `  on ${figures.lines} ${figures.lines === 1 ? "line" : "lines"}`,
          `    return to player ${percent(figures.returnToPlayer)}   (exact, by enumeration)`,
          ...(figures.parts.hold ? [`    without holding  ${percent(figures.withoutHold)}`] : []),
          `    made of          ${partsOf(figures)}`,
          `    hit frequency    ${percent(figures.hitRate, 2)} of games, ${percent(figures.aboveBet, 2)} pay more than the bet`,
          `    deviation        ${figures.deviation.toFixed(2)} bets`,
          `    largest win      ${figures.largestSpin.toFixed(1)} bets in one spin, ${figures.largestWin.toFixed(1)} with all free spins`,
        ]),
        ...(freeSpins === null
          ? []
          : [
              `  free spins         one in ${freeSpins.oneIn.toFixed(1)} games, ${freeSpins.spins.toFixed(2)} on average`,
            ]),
        `  simulated          ${percent(simulation.returnToPlayer, 2)} ± ${percent(simulation.halfWidth95, 2)} (95 %, ${simulation.games} seeded games)`,
      ].join("\n"),
    )
    .join("\n\n");
}
