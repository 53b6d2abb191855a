/** The rules of a game as players read them, from its definition and its figures. Pure. */
import type { GameRules, RuleSymbol } from "@reelcast/contract";
import type { GameDefinition, GameFigures, Skin, SymbolId } from "@reelcast/machine";

/** Whether so many equal symbols can stand from the left: each of these reels has the symbol, or a wild. */
function canStand({ strips }: GameDefinition, symbol: SymbolId, count: number): boolean {
  return [strips.base, strips.bonus].some((set) =>
    set.slice(0, count).every((strip) => strip.includes(symbol) || strip.includes("wild")),
  );
}

function symbolsOf(game: GameDefinition, { theme }: Skin): RuleSymbol[] {
  const onReels = new Set(game.strips.base.flat());
  const symbols = [...onReels].map((symbol): RuleSymbol => {
    const role = symbol === "wild" || symbol === "scatter" ? symbol : "line";
    const pays = role === "scatter" ? game.scatterPays : (game.pays[symbol] ?? {});
    return {
      role,
      picture: theme.glyphs[symbol] ?? symbol,
      reels: game.strips.base.flatMap((strip, reel) => (strip.includes(symbol) ? [reel + 1] : [])),
      pays: Object.entries(pays)
        .map(([count, pay]) => ({ count: Number(count), pay: pay ?? 0 }))
        .filter(({ count }) => role === "scatter" || canStand(game, symbol, count))
        .toSorted((one, other) => other.count - one.count),
    };
  });
  const best = ({ pays }: RuleSymbol) => pays[0]?.pay ?? 0;
  // What pays nothing by itself is explained all the same if it does something.
  return symbols
    .filter(({ role, pays }) => role !== "line" || pays.length > 0)
    .toSorted((one, other) => best(other) - best(one));
}

export function rulesOfGame(game: GameDefinition, skin: Skin, { version, byLines, freeSpins }: GameFigures): GameRules {
  const { reels, rows, lines, lineChoices, betChoices, hold, gamble } = game;
  const bets = skin.denominations.flatMap((value) => betChoices.map((bet) => value * bet));
  return {
    version,
    reels,
    rows,
    lines: lines.map((line) => [...line]),
    lineChoices: [...lineChoices],
    lineBets: [...new Set(bets)].toSorted((one, other) => one - other),
    symbols: symbolsOf(game, skin),
    freeSpins:
      game.freeSpins && freeSpins ? { ...game.freeSpins, oneIn: freeSpins.oneIn, average: freeSpins.spins } : null,
    hold,
    gamble,
    figures: byLines.map(({ parts: _parts, ...figures }) => figures),
  };
}
