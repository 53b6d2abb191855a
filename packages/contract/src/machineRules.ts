/** The rules of a machine's game: what pays how much, the odds, and what the operator entered for a machine of another maker. */
import * as z from "zod/mini";
import type { Call } from "./calls.ts";
import { Id, MAX_ID, Money, SignedMoney, Timestamp } from "./entities.ts";
import { ErrorCode } from "./errors.ts";

/** 0 … 1. */
const Share = z.number();

/** Exact, for a number of lines. Wins are multiples of the total bet. */
export const RuleFigures = z.object({
  lines: z.int(),
  /** Return to player with the best use of every choice that the game offers. */
  returnToPlayer: Share,
  /** The same without ever holding a reel. */
  withoutHold: Share,
  /** Share of games whose reels pay anything, and more than the bet. */
  hitRate: Share,
  aboveBet: Share,
  /** Standard deviation of what a game returns with all its free spins. */
  deviation: z.number(),
  /** Largest win of one spin, and of a game with all its free spins. */
  largestSpin: z.number(),
  largestWin: z.number(),
});
export type RuleFigures = z.infer<typeof RuleFigures>;

export const RuleSymbol = z.object({
  /** A wild stands for every other symbol but the scatter; a scatter pays anywhere in view. */
  role: z.enum(["wild", "scatter", "line"]),
  /** Name of its picture: /symbols/NAME.webp. */
  picture: z.string(),
  /** Reels that it is on, from 1. */
  reels: z.array(z.int()),
  /** By the number of equal symbols: multiples of the bet per line, of a scatter of the total bet. The most first. */
  pays: z.array(z.object({ count: z.int(), pay: z.number() })),
});
export type RuleSymbol = z.infer<typeof RuleSymbol>;

export const GameRules = z.object({
  /** Changes with whatever changes what the game pays. */
  version: z.string(),
  reels: z.int(),
  rows: z.int(),
  /** The row on each reel, from 0, of each line. */
  lines: z.array(z.array(z.int())),
  lineChoices: z.array(z.int()),
  /** What a line can be bet with, minor units, the smallest first. */
  lineBets: z.array(Money),
  /** The best paid first. */
  symbols: z.array(RuleSymbol),
  freeSpins: z.nullable(
    z.object({
      scatters: z.int(),
      spins: z.int(),
      multiplier: z.number(),
      maxSpins: z.int(),
      /** Games until free spins begin, and free spins that they are with retriggers, on average. */
      oneIn: z.number(),
      average: z.number(),
    }),
  ),
  /** Offered after one in so many lost games. */
  hold: z.nullable(z.object({ oneIn: z.number() })),
  /** Doublings in a row at most, and no win beyond `limit` by them. */
  gamble: z.nullable(z.object({ rounds: z.int(), limit: Money })),
  figures: z.array(RuleFigures),
});
export type GameRules = z.infer<typeof GameRules>;

export const MAX_RULES_TEXT = 20_000;
export const MAX_RULES_FILE = 2 * 1024 * 1024;
/** What the operator entered. A PDF is fetched by `rulesFile`. */
export const RulesDocument = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string(), at: Timestamp }),
  z.object({ kind: z.literal("pdf"), bytes: z.int(), at: Timestamp }),
]);
export type RulesDocument = z.infer<typeof RulesDocument>;

export const MachineRules = z.object({
  machineId: Id,
  name: z.string(),
  /** Null: the house does not know the maths of this machine. */
  game: z.nullable(GameRules),
  document: z.nullable(RulesDocument),
  /** Share of each bet that feeds the progressive jackpots of its brand: it comes on top of the return. */
  jackpotShare: Share,
});
export type MachineRules = z.infer<typeof MachineRules>;

/** Of so many of the player's latest games at a machine at most. */
export const MAX_RESULT_GAMES = 20_000;
/** What would be usual for those games. */
export const ResultExpectation = z.object({
  /** Of the bets, without holds. */
  returnToPlayer: Share,
  hitRate: Share,
  /** Wins less bets that the game's return would leave. */
  net: SignedMoney,
  /** Where the result of 19 in 20 players with the same bets lies; null: too few games to say. */
  band: z.nullable(z.object({ low: SignedMoney, high: SignedMoney })),
  /** Length of the longest row of games without a win that is usual in so many games. */
  dryRun: z.int(),
});
export type ResultExpectation = z.infer<typeof ResultExpectation>;
/** What a machine has paid so far to all players: of its latest `MAX_RESULT_GAMES` games at most. No amounts: they are their players'. */
export const MachineRecord = z.object({
  games: z.int(),
  /** Games that paid anything, also if it was gambled away. */
  hits: z.int(),
  /** The longest row of games without a win. */
  longestDryRun: z.int(),
});
export type MachineRecord = z.infer<typeof MachineRecord>;
/** The player's own results at a machine. A game is a paid one with the free spins that it brought; jackpots are not in it. */
export const MachineResults = z.object({
  games: z.int(),
  /** Games from before these are left out. */
  isLimited: z.boolean(),
  /** The end of the first game that is counted. */
  since: z.nullable(Timestamp),
  bet: Money,
  win: Money,
  /** Games that paid anything, also if it was gambled away. */
  hits: z.int(),
  /** The longest row of games without a win. */
  longestDryRun: z.int(),
  /** Null: no games, or the house does not know the maths of the machine. */
  expectation: z.nullable(ResultExpectation),
  /** Counted anew every ten seconds at most. */
  machine: MachineRecord,
});
export type MachineResults = z.infer<typeof MachineResults>;

const MachineParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID)) });

export const RULES_CALLS = {
  machineRules: {
    method: "GET",
    path: "/machine/:id/rules",
    auth: "player",
    tag: "lobby",
    summary: "The rules of a machine's game: pay table, lines, features, exact return, hit rate and largest win",
    params: MachineParam,
    answer: MachineRules,
    errors: [ErrorCode.NotFound],
  },
  machineResults: {
    method: "GET",
    path: "/machine/:id/results",
    auth: "player",
    tag: "history",
    summary: `The player's own results at a machine, of their latest ${MAX_RESULT_GAMES} games at most, next to what would be usual`,
    params: MachineParam,
    answer: MachineResults,
    errors: [ErrorCode.NotFound],
  },
  rulesFile: {
    method: "GET",
    path: "/machine/:id/rules.pdf",
    auth: "player",
    tag: "lobby",
    summary: "The rules of a machine as the operator entered them, as a PDF to save",
    params: MachineParam,
    file: "application/pdf",
    errors: [ErrorCode.NotFound],
  },
} as const satisfies Record<string, Call>;
