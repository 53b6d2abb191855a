/** Players as the house sees them: search, and one player's money, sessions, log and acts of staff. */
import * as z from "zod/mini";
import { Protection } from "../account.ts";
import { text } from "../calls.ts";
import { ErrorCode } from "../errors.ts";
import { Hash } from "../gameRecord.ts";
import { Id, Money, SignedMoney, Timestamp } from "../entities.ts";
import { LogRow, SessionRow } from "../history.ts";
import type { ConsoleCall } from "./call.ts";
import { IdParam, Named, PageQuery, SpanQuery, pageOf } from "./list.ts";

/**
 * `away`: on a break or excluded; `inDoubt`: money of theirs is in suspense; `unverified`: the house has not verified their
 * age, which a row says only where the rule ageCheck is in force.
 */
export const PLAYER_STATES = ["seated", "inDoubt", "away", "banned", "unverified"] as const;
export type PlayerState = (typeof PLAYER_STATES)[number];

export const PlayersQuery = z.object({
  ...PageQuery,
  /** Part of a username, a name or an e-mail address, or a number. */
  search: z.optional(text(100)),
  state: z.optional(z.enum(PLAYER_STATES)),
});
export type PlayersQuery = z.infer<typeof PlayersQuery>;

export const PlayerListRow = z.object({
  id: Id,
  username: z.string(),
  /** First and last name. */
  name: z.string(),
  email: z.string(),
  states: z.array(z.enum(PLAYER_STATES)),
  /** Free balance. */
  balance: SignedMoney,
  lastLogin: z.nullable(Timestamp),
  createdAt: Timestamp,
  machine: z.nullable(Named),
});
export type PlayerListRow = z.infer<typeof PlayerListRow>;

export const PlayerRecord = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  lastname: z.string(),
  email: z.string(),
  group: z.string(),
  createdAt: Timestamp,
  lastLogin: z.nullable(z.object({ at: Timestamp, ip: z.nullable(z.string()) })),
  bannedAt: z.nullable(Timestamp),
  /** The rule that banned them; null: a person did. */
  bannedFor: z.nullable(z.string()),
  /** Logins that are valid now. */
  logins: z.int(),
  balance: z.object({
    /** May be spent. */
    free: SignedMoney,
    /** Held for transfers under way. */
    reserved: Money,
    /** Credit on the machine where they sit, by the ledger. */
    atMachines: Money,
    /** In suspense, until somebody decides. */
    inDoubt: Money,
  }),
  age: z.object({
    verifiedAt: z.nullable(Timestamp),
    /** Who has verified it; null: nobody has, or the audit log does not reach back so far. */
    verifiedBy: z.nullable(z.string()),
    /** "1990-01-31"; null: not known. */
    bornOn: z.nullable(z.iso.date()),
    /** The rule ageCheck is in force: unverified, the player can't sit down. */
    isRequired: z.boolean(),
  }),
  seat: z.nullable(z.object({ machine: Named, session: z.string(), since: Timestamp })),
  protection: Protection,
});
export type PlayerRecord = z.infer<typeof PlayerRecord>;

/** A posting of the player's account. */
export const MoneyMovement = z.object({
  /** Number on the account: 1, 2, 3, … */
  seq: z.int(),
  at: Timestamp,
  /** Kind of the journal: deposit, withdraw, cashin, cashout, game, jackpot, promotion, suspend, resolve, settle. */
  kind: z.string(),
  amount: SignedMoney,
  /** After it. */
  balance: SignedMoney,
  journal: z.int(),
  /** What was posted, once: "transfer:<id>", "game:<machine>:<number>", … */
  source: z.string(),
  machine: z.nullable(Named),
  session: z.nullable(z.string()),
  tag: z.string(),
  hash: Hash,
});
export type MoneyMovement = z.infer<typeof MoneyMovement>;

export const SERIES_STEPS = ["hour", "day"] as const;
export const SeriesQuery = z.object({
  from: Timestamp,
  to: Timestamp,
  step: z._default(z.enum(SERIES_STEPS), "day"),
  /** IANA name, e.g. "Europe/Istanbul". */
  timeZone: z._default(text(64), "UTC"),
});
/** At most so many steps in one answer. */
export const MAX_SERIES_STEPS = 800;
export const SeriesPoint = z.object({
  /** Start of the step. */
  at: Timestamp,
  /** Balance at its end; null before the account's first posting. */
  balance: z.nullable(SignedMoney),
  /** Into the account and out of it, by machines. */
  fromMachines: Money,
  toMachines: Money,
  /** The same by the house: payments by hand, promotions, jackpots. */
  fromHouse: Money,
  toHouse: Money,
});
export type SeriesPoint = z.infer<typeof SeriesPoint>;

export const PlayerActsQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.positive())),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});
/** Of an act on a record. `from`, `before` and `after` are null for those who may not read the audit log. */
export const ActRecord = z.object({
  seq: z.int(),
  at: Timestamp,
  by: z.string(),
  via: z.string(),
  from: z.nullable(z.string()),
  act: z.string(),
  target: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  why: z.nullable(z.string()),
});
export type ActRecord = z.infer<typeof ActRecord>;

const Params = z.object({ id: IdParam });
const OfPlayer = z.object({ ...PageQuery, ...SpanQuery });

export const PLAYER_CALLS = {
  players: {
    method: "GET",
    path: "/players",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "Players, the newest first",
    query: PlayersQuery,
    answer: pageOf(PlayerListRow),
  },
  player: {
    method: "GET",
    path: "/players/:id",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "One player: identity, balance, seat, limits",
    params: Params,
    answer: PlayerRecord,
    errors: [ErrorCode.NotFound],
  },
  playerMoney: {
    method: "GET",
    path: "/players/:id/money",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "Postings of the player's account, the newest first",
    params: Params,
    query: OfPlayer,
    answer: pageOf(MoneyMovement),
    errors: [ErrorCode.NotFound],
  },
  playerSeries: {
    method: "GET",
    path: "/players/:id/series",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "Balance and movements of the player's account by hours or days of a time zone",
    params: Params,
    query: SeriesQuery,
    answer: z.object({ points: z.array(SeriesPoint) }),
    errors: [ErrorCode.NotFound],
  },
  playerSessions: {
    method: "GET",
    path: "/players/:id/sessions",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "Sessions at machines, the newest first",
    params: Params,
    query: OfPlayer,
    answer: pageOf(SessionRow),
    errors: [ErrorCode.NotFound],
  },
  playerLog: {
    method: "GET",
    path: "/players/:id/log",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "The log of the player's account: logins, changes of password and limits",
    params: Params,
    query: OfPlayer,
    answer: pageOf(LogRow),
    errors: [ErrorCode.NotFound],
  },
  playerActs: {
    method: "GET",
    path: "/players/:id/acts",
    auth: "staff",
    permission: "player.view",
    tag: "players",
    summary: "What people of the house did with this player, from the audit log, the newest first",
    params: Params,
    query: PlayerActsQuery,
    answer: z.object({ items: z.array(ActRecord), nextBefore: z.nullable(z.int()) }),
    errors: [ErrorCode.NotFound],
  },
} as const satisfies Record<string, ConsoleCall>;
