/** Plays a game from its data: draws stops and evaluates what they pay. Pure: randomness is an argument. */
import type { Game, LineWin, Outcome, Strip, SymbolId } from "./games/types.ts";
import type { RandomSource } from "./random.ts";

export type StripSet = "base" | "bonus";

export function symbolAt(strip: Strip, stop: number, row: number): SymbolId {
  const symbol = strip[(stop + row) % strip.length];
  if (symbol === undefined) throw new RangeError("empty strip");
  return symbol;
}

/** Held reels keep their stop; every other is drawn. */
export function drawStops(
  game: Game,
  set: StripSet,
  random: RandomSource,
  held: readonly (number | null)[] = [],
): number[] {
  return game.strips[set].map((strip, reel) => held[reel] ?? random.below(strip.length));
}

/** What one line pays from the left: the better of its symbols and its wilds. */
export function lineWin(
  game: Game,
  symbols: readonly SymbolId[],
): { symbol: SymbolId; count: number; pay: number } | null {
  const first: SymbolId = symbols.find((symbol) => symbol !== "wild") ?? "wild";
  const run = (matches: (symbol: SymbolId) => boolean) => {
    const end = symbols.findIndex((symbol) => !matches(symbol));
    return end === -1 ? symbols.length : end;
  };
  const wilds = run((symbol) => symbol === "wild");
  const count = run((symbol) => symbol === first || symbol === "wild");
  const asWild = { symbol: "wild" as SymbolId, count: wilds, pay: game.pays.wild?.[wilds] ?? 0 };
  const asFirst = { symbol: first, count, pay: game.pays[first]?.[count] ?? 0 };
  const best: { symbol: SymbolId; count: number; pay: number } = asWild.pay > asFirst.pay ? asWild : asFirst;
  return best.pay > 0 ? best : null;
}

export function evaluate(game: Game, set: StripSet, stops: readonly number[], lines: number): Outcome {
  const strips = game.strips[set];
  const at = (reel: number, row: number): SymbolId => {
    const strip = strips[reel];
    const stop = stops[reel];
    if (!strip || stop === undefined) throw new RangeError(`no reel ${reel}`);
    return symbolAt(strip, stop, row);
  };
  const wins: LineWin[] = [];
  for (const [line, rows] of game.lines.slice(0, lines).entries()) {
    const win = lineWin(
      game,
      rows.map((row, reel) => at(reel, row)),
    );
    if (win) wins.push({ line, ...win });
  }
  const scatters: [number, number][] = [];
  for (let reel = 0; reel < game.reels; reel += 1) {
    for (let row = 0; row < game.rows; row += 1) if (at(reel, row) === "scatter") scatters.push([reel, row]);
  }
  return { stops, lines: wins, scatters, scatterPay: game.scatterPays[scatters.length] ?? 0 };
}

/** Minor units that an outcome pays. */
export function payOf(outcome: Outcome, betPerLine: number, lines: number, multiplier = 1): number {
  const onLines = outcome.lines.reduce((sum, { pay }) => sum + pay, 0) * betPerLine;
  return (onLines + outcome.scatterPay * betPerLine * lines) * multiplier;
}
