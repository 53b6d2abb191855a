/** The history calls: game sessions, transactions, logs, and daily summaries. */
import * as z from "zod/mini";
import { text } from "./calls.ts";
import type { Call } from "./calls.ts";
import { CsvSeparatorQuery } from "./csv.ts";
import { ErrorCode } from "./errors.ts";
import { Hash, PlayedGame } from "./gameRecord.ts";
import { Id, LOG_TYPES, Money, SignedMoney, Timestamp } from "./entities.ts";
import { LanguageSchema } from "./settings.ts";

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const ListQuery = z.object({
  cursor: z.optional(text(200)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  search: z.optional(text(100)),
  /** Of transactions: codes of OPERATION whose translated names contain the search text; they match too. */
  searchTypes: z.optional(text(40).check(z.regex(/^\d{1,3}(,\d{1,3})*$/))),
  /** For transactions: the same for OPERATION_FROM, for transactions without a machine. */
  searchFrom: z.optional(text(100).check(z.regex(/^[a-z]+(,[a-z]+)*$/))),
  /** For transactions: the same for OPERATION_TAGS. */
  searchTags: z.optional(text(100).check(z.regex(/^[a-z]+(,[a-z]+)*$/))),
  /** Both ends are inclusive; for a session its start counts. */
  from: z.optional(Timestamp),
  to: z.optional(Timestamp),
  /** Of logs a LogType, else a code of OPERATION; sessions: those with such an operation. */
  type: z.optional(text(40)),
  /** Of sessions: only those with a game, and those that are open. */
  played: z.optional(z.literal("true")),
});
export type ListQuery = z.infer<typeof ListQuery>;
/** A list as a file: every matching row, in the language of `lang`, else of Accept-Language; times in `timeZone`. */
export const FileQuery = z.extend(z.omit(ListQuery, { cursor: true, limit: true }), {
  lang: z.optional(LanguageSchema),
  /** IANA name, e.g. "Europe/Istanbul". */
  timeZone: z._default(text(64), "UTC"),
  separator: CsvSeparatorQuery,
});
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.int() });

export const Operation = z.object({
  id: z.string(),
  at: Timestamp,
  /** 1 … 6, see OPERATION. */
  type: z.int(),
  /** Positive: into the wallet. */
  amount: SignedMoney,
  /** The machine's name, or a value of OPERATION_FROM. */
  from: z.string(),
  tag: z.string(),
  ip: z.nullable(z.string()),
  /** The wallet's balance after the operation. */
  balance: z.nullable(Money),
});
export type Operation = z.infer<typeof Operation>;
export const SessionRow = z.object({
  id: z.string(),
  start: Timestamp,
  end: z.nullable(Timestamp),
  machineId: Id,
  machine: z.string(),
  spins: z.int(),
  freeSpins: z.int(),
  /** Seconds. */
  played: z.int(),
  /** Net: cash-outs less cash-ins. */
  amount: SignedMoney,
  ip: z.nullable(z.string()),
  /** Newest first, at most 100. */
  operations: z.array(Operation),
});
export type SessionRow = z.infer<typeof SessionRow>;
const SessionParam = text(40).check(z.minLength(1));
const GameNumber = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
export const GamesQuery = z.object({
  session: SessionParam,
  /** At most as many as the operator shows, which is also what is answered without it. */
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  /** The number of a game: that one alone. */
  game: z.optional(GameNumber),
});
export const SessionStoryQuery = z.object({ session: SessionParam });
/** What a session came to. Amounts: minor units. */
export const SessionStory = z.object({
  session: z.string(),
  machineId: Id,
  machine: z.string(),
  start: Timestamp,
  /** null: it is open. */
  end: z.nullable(Timestamp),
  /** Seconds. */
  played: z.int(),
  /** What was moved to the machine, and what came back, by hand and from jackpots as well. */
  cashedIn: Money,
  cashedOut: Money,
  /** Paid games. */
  games: z.int(),
  bet: Money,
  win: Money,
  /** The game that paid most; null: none paid. `number`: for `game` of the list of games. */
  best: z.nullable(z.object({ number: z.int(), free: z.boolean(), bet: Money, win: Money })),
});
export type SessionStory = z.infer<typeof SessionStory>;
/** How a player sat at a machine the last time that they played there. Amounts: minor units. */
export const LastSeat = z.object({
  machineId: Id,
  /** Start of that session. */
  at: Timestamp,
  /** What was first moved to the machine. */
  amount: Money,
  /** Of its last paid game. */
  bet: Money,
  /** Lines, and the bet on each, of that game; null: the machine does not report them. */
  lines: z.nullable(z.int()),
  betPerLine: z.nullable(Money),
});
export type LastSeat = z.infer<typeof LastSeat>;
export const GameLinksQuery = z.object({ session: SessionParam, after: GameNumber, before: GameNumber });
/** Of one answer: so few that hashing them delays nobody. The next ones are asked for with the last number. */
export const MAX_GAME_LINKS = 100;

export const LogRow = z.object({
  id: z.string(),
  at: Timestamp,
  type: z.union([z.enum(LOG_TYPES), z.string()]),
  ip: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export type LogRow = z.infer<typeof LogRow>;

/** One day of play in the player's own time zone, for the charts above the lists. */
export const DayOfPlay = z.object({
  /** YYYY-MM-DD */
  day: z.iso.date(),
  /** Net result of the games of that day: wins less bets. */
  net: SignedMoney,
  /** Seconds of sessions within that day. */
  played: z.int(),
  spins: z.int(),
});
export type DayOfPlay = z.infer<typeof DayOfPlay>;
/** All days of the range, at most 366; days are never partial. */
export const SummaryQuery = z.object({
  from: Timestamp,
  to: Timestamp,
  /** IANA name, e.g. "Europe/Istanbul". */
  timeZone: z._default(text(64), "UTC"),
});

export const HISTORY_CALLS = {
  summary: {
    method: "GET",
    path: "/player/summary",
    auth: "player",
    tag: "history",
    summary: "Net result and time played per day",
    query: SummaryQuery,
    answer: z.object({ days: z.array(DayOfPlay) }),
  },
  sessions: {
    method: "GET",
    path: "/player/sessions",
    auth: "player",
    tag: "history",
    summary: "Game sessions, newest first",
    query: ListQuery,
    answer: listOf(SessionRow),
  },
  games: {
    method: "GET",
    path: "/player/games",
    auth: "player",
    tag: "history",
    summary:
      "The last games of an own session, newest first, at most as many as the operator shows: records with their hashes " +
      "(docs/game-records.md)",
    query: GamesQuery,
    answer: z.object({ machineId: Id, machine: z.string(), games: z.array(PlayedGame) }),
    errors: [ErrorCode.NotFound],
  },
  sessionStory: {
    method: "GET",
    path: "/player/session",
    auth: "player",
    tag: "history",
    summary: "What an own session came to: money in and out, games, the best game, time",
    query: SessionStoryQuery,
    answer: SessionStory,
    errors: [ErrorCode.NotFound],
  },
  lastSeats: {
    method: "GET",
    path: "/player/last-seats",
    auth: "player",
    tag: "history",
    summary: "What was moved to each machine, and bet, the last time that the player played there; the newest first",
    answer: z.object({ seats: z.array(LastSeat) }),
  },
  gameLinks: {
    method: "GET",
    path: "/player/games/links",
    auth: "player",
    tag: "history",
    summary: `Digests of the games of an own session between two numbers, both exclusive, oldest first, at most ${MAX_GAME_LINKS}`,
    query: GameLinksQuery,
    answer: z.object({ links: z.array(z.object({ number: z.int(), digest: Hash })) }),
    errors: [ErrorCode.NotFound],
  },
  transactions: {
    method: "GET",
    path: "/player/transactions",
    auth: "player",
    tag: "history",
    summary: "Transactions, newest first",
    query: ListQuery,
    answer: listOf(Operation),
  },
  logs: {
    method: "GET",
    path: "/player/logs",
    auth: "player",
    tag: "history",
    summary: "Log entries, newest first",
    query: ListQuery,
    answer: listOf(LogRow),
  },
  sessionsCsv: {
    method: "GET",
    path: "/player/sessions.csv",
    auth: "player",
    tag: "history",
    summary: "All matching sessions as CSV",
    query: FileQuery,
    file: "text/csv",
  },
  transactionsCsv: {
    method: "GET",
    path: "/player/transactions.csv",
    auth: "player",
    tag: "history",
    summary: "All matching transactions as CSV",
    query: FileQuery,
    file: "text/csv",
  },
} as const satisfies Record<string, Call>;
