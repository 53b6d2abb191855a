/**
 * The last finished games of a machine, for a server that missed some. Entries are compact, because the journal is part
 * of every save. They hold what was paid and are never recomputed, because strips may change with the next version.
 */
import * as z from "zod/mini";
import type { GameMeters, GameResult } from "../driver.ts";
import { symbolAt } from "../engine.ts";
import { gameOf } from "../games/index.ts";
import type { Skin } from "../games/index.ts";

/** More than a server can miss: without the server only the current game and its free spins are played. */
export const JOURNAL_LENGTH = 200;

const Amount = z.int().check(z.nonnegative());
export const JournalEntry = z.tuple([
  z.int(), // game number
  z.union([z.literal(0), z.literal(1)]), // free
  Amount, // bet
  Amount, // win
  Amount, // of it paid by hand
  Amount, // credit after it
  z.number(), // started at
  z.number(), // its length, ms
  z.int(), // lines
  z.int(), // bet per line
  z.array(z.int()), // stops
  Amount, // win as drawn, before any gamble
  z.array(z.tuple([z.int(), z.string(), z.int(), Amount])), // winning lines: line, symbol, count, amount
  z.string(), // cards of the gamble: r and b
]);
export type JournalEntry = z.infer<typeof JournalEntry>;

export interface PlayedGame {
  number: number;
  free: boolean;
  bet: number;
  lines: number;
  betPerLine: number;
  stops: number[];
  win: number;
  wins: { line: number; symbol: string; count: number; amount: number }[];
  startedAt: number;
}
export interface Ending {
  win: number;
  handPay: number;
  credit: number;
  endedAt: number;
  gambled: readonly ("red" | "black")[];
}

export function pack(game: PlayedGame, { win, handPay, credit, endedAt, gambled }: Ending): JournalEntry {
  return [
    game.number,
    game.free ? 1 : 0,
    game.bet,
    win,
    handPay,
    credit,
    game.startedAt,
    endedAt - game.startedAt,
    game.lines,
    game.betPerLine,
    game.stops,
    game.win,
    game.wins.map(({ line, symbol, count, amount }) => [line, symbol, count, amount]),
    gambled.map((colour) => colour.charAt(0)).join(""),
  ];
}

/** The symbols that a game showed, by reel from top to bottom, as the screen names them. */
export function symbolsOf({ game: key, theme }: Skin, free: boolean, stops: readonly number[]): string[][] {
  const game = gameOf(key);
  return game.strips[free ? "bonus" : "base"].map((strip, reel) =>
    Array.from({ length: game.rows }, (_, row) => {
      const symbol = symbolAt(strip, stops[reel] ?? 0, row);
      return theme.glyphs[symbol] ?? symbol;
    }),
  );
}

/** The result of a journal entry: the same for a game that ends now and for one that is requested later. */
export function resultOf(entry: JournalEntry, meters: GameMeters, skin: Skin): GameResult {
  const [gameNumber, free, bet, win, handPay, credit, startedAt, ms, lines, betPerLine, stops, drawn, wins, gambled] =
    entry;
  const rows = gameOf(skin.game).lines;
  return {
    gameNumber,
    free: free === 1,
    bet,
    win,
    handPay,
    credit,
    startedAt,
    endedAt: startedAt + ms,
    meters,
    detail: {
      skin: skin.key,
      stops,
      symbols: symbolsOf(skin, free === 1, stops),
      lines,
      betPerLine,
      // `rows`: of the winning cells, from the first reel on.
      wins: wins.map(([line, symbol, count, amount]) => ({
        line,
        symbol,
        count,
        amount,
        rows: rows[line]?.slice(0, count) ?? [],
      })),
      drawn,
      gambled: gambled.split("").map((letter) => (letter === "r" ? "red" : "black")),
    },
  };
}

/** What the journal needs of a machine's memory. */
interface Journaled {
  journal: readonly JournalEntry[];
  meters: Pick<GameMeters, "coinIn" | "coinOut" | "handPaid">;
  game: { number: number; bet: number } | null;
}

/** All results of the journal. The meters after each game follow from those of now and the games since. */
export function resultsOf({ journal, meters, game }: Journaled, skin: Skin): GameResult[] {
  let { coinIn, coinOut, handPaid } = meters;
  // The bet of a game that has not finished.
  if (game && game.number > lastGame(journal)) coinIn -= game.bet;
  return journal
    .toReversed()
    .map((entry) => {
      const [, , bet, win, handPay, credit] = entry;
      const result = resultOf(entry, { coinIn, coinOut, handPaid, credit }, skin);
      coinIn -= bet;
      coinOut -= win;
      handPaid -= handPay;
      return result;
    })
    .toReversed();
}

/** Number of the last finished game, 0 before the first. */
export function lastGame(journal: readonly JournalEntry[]): number {
  return journal.at(-1)?.[0] ?? 0;
}
