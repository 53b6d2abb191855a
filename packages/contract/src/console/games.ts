/** Games: the list of all, and the record of one as evidence. */
import * as z from "zod/mini";
import { text } from "../calls.ts";
import { ErrorCode } from "../errors.ts";
import { GameRecord, Hash } from "../gameRecord.ts";
import { Money, SignedMoney, Timestamp } from "../entities.ts";
import type { ConsoleCall } from "./call.ts";
import { IdParam, Named, PageQuery, SpanQuery, pageOf } from "./list.ts";

/** Machine and number of the game on that machine, as the ledger names it: "3-1042". */
export const GameId = text(30).check(z.regex(/^[1-9]\d{0,9}-[1-9]\d{0,15}$/));
export const GAME_ORDERS = ["newest", "win", "bet"] as const;
export const GAME_FILTERS = ["won", "handPay", "jackpot", "free"] as const;

export const GamesQuery = z.object({
  ...PageQuery,
  /** When the game ended. */
  ...SpanQuery,
  player: z.optional(IdParam),
  machine: z.optional(IdParam),
  session: z.optional(text(64)),
  /** Number of the game on its machine, or "machine-number". */
  search: z.optional(text(40)),
  only: z.optional(z.enum(GAME_FILTERS)),
  order: z._default(z.enum(GAME_ORDERS), "newest"),
});
export type GamesQuery = z.infer<typeof GamesQuery>;

export const GameRow = z.object({
  id: GameId,
  endedAt: Timestamp,
  machine: Named,
  player: Named,
  session: z.string(),
  free: z.boolean(),
  bet: Money,
  win: Money,
  /** Part of the win. */
  handPay: Money,
  /** Paid from jackpots in addition. */
  jackpot: Money,
});
export type GameRow = z.infer<typeof GameRow>;

/** A posting as the ledger has it, and whether its hash follows from it and from the posting before on its account. */
export const PostingRecord = z.object({
  account: z.object({ kind: z.string(), ref: z.int(), name: z.nullable(z.string()) }),
  seq: z.int(),
  amount: SignedMoney,
  balance: SignedMoney,
  hash: Hash,
  fits: z.boolean(),
});
export const JournalRecord = z.object({
  id: z.int(),
  at: Timestamp,
  kind: z.string(),
  source: z.string(),
  postings: z.array(PostingRecord),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

export const CHAIN_STATES = ["intact", "broken", "unhashed"] as const;
const Meters = z.nullable(z.object({ coinIn: Money, coinOut: Money, handPaid: Money, credit: Money }));

/** A game with everything that the house has about it. */
export const GameEvidence = z.object({
  id: GameId,
  record: GameRecord,
  /** null: recorded by a version without hashes. */
  hash: z.nullable(Hash),
  /** Of the session's game before; null: it is the first. */
  previous: z.nullable(Hash),
  /** `intact`: the hashes of this game and of those around it follow from their records. */
  chain: z.object({ state: z.enum(CHAIN_STATES), checked: z.int() }),
  /** After the machine's game before this one. */
  metersBefore: Meters,
  player: Named,
  session: z.object({ id: z.string(), startedAt: Timestamp, endedAt: z.nullable(Timestamp) }),
  machine: z.object({
    ...Named.shape,
    brand: z.string(),
    serial: z.string(),
    /** The game program and its theoretical return, 0 … 1; null: its maths are not known to the server. */
    maths: z.nullable(z.object({ game: z.string(), returnToPlayer: z.number() })),
  }),
  jackpots: z.array(z.object({ id: z.int(), name: z.string(), amount: Money })),
  journals: z.array(JournalRecord),
  /** The session's games before and after. */
  before: z.nullable(GameId),
  after: z.nullable(GameId),
});
export type GameEvidence = z.infer<typeof GameEvidence>;

export const GAME_CALLS = {
  games: {
    method: "GET",
    path: "/games",
    auth: "staff",
    permission: "floor.view",
    tag: "games",
    summary: "Games of the house, the newest, the highest wins or the highest bets first",
    query: GamesQuery,
    answer: pageOf(GameRow),
  },
  game: {
    method: "GET",
    path: "/games/:id",
    auth: "staff",
    permission: "floor.view",
    tag: "games",
    summary: "The record of a game with its meters, its postings, and a check of the hashes around it",
    params: z.object({ id: GameId }),
    answer: GameEvidence,
    errors: [ErrorCode.NotFound],
  },
} as const satisfies Record<string, ConsoleCall>;
