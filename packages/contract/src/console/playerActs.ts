/** What people of the house do with a player's account and money: each needs a reason, which is in the audit log. */
import * as z from "zod/mini";
import { BREAK_DAYS, EXCLUSION_MONTHS, LIMIT_KINDS, LIMIT_PERIODS, PlayerLimit } from "../account.ts";
import { plainText } from "../calls.ts";
import { MAX_TRANSFER, Money, SignedMoney, Timestamp, TransferAmount } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { IdParam } from "./list.ts";
import { Why } from "./why.ts";

export const MAX_NOTE = 2_000;
export const NOTES_A_PAGE = 50;
const MAX_LIMIT = MAX_TRANSFER;

/** A day of the calendar, "1990-01-31"; the server refuses one that is in the future, and who is too young. */
const DateOfBirth = z.iso.date().check(z.regex(/^(19|20)/));
/** Made by the form: the same key moves money once. */
const FormKey = z.uuid();

/** A request for a second person. */
export const PaymentRequest = z.object({
  request: z.int(),
  /** The bound that is exceeded, and what this person has moved in the last 24 hours and counts with it. */
  above: Money,
  already: Money,
  /** The bound is that of all payees or machines together. */
  ofAll: z.boolean(),
  minutes: z.int(),
  /** Why it needs a second person whatever the amount: more than what is due, or nobody's money. Absent: it is above the bound. */
  because: z.optional(z.enum(["aboveDue", "nobodys"])),
});
export type PaymentRequest = z.infer<typeof PaymentRequest>;

/** The payment is made, or nothing has moved yet: a second person must approve it. */
export const PaymentAnswer = z.union([
  z.object({
    state: z.literal("done"),
    balance: SignedMoney,
    /** Nothing more has moved: the key was used before. */
    repeated: z.boolean(),
  }),
  z.extend(PaymentRequest, { state: z.literal("requested") }),
  /** A request with this key waits or was approved. */
  z.object({ state: z.literal("requestRepeated"), request: z.int(), isWaiting: z.boolean() }),
]);
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

export const PlayerNote = z.object({ id: z.int(), by: z.string(), at: Timestamp, text: z.string() });
export type PlayerNote = z.infer<typeof PlayerNote>;

const Params = z.object({ id: IdParam });
const Reason = z.object({ why: Why });
const UNKNOWN = ConsoleErrorCode.PlayerUnknown;
const act = { method: "POST", auth: "staff", tag: "player acts", params: Params, errors: [UNKNOWN] } as const;
const payment = {
  ...act,
  answer: PaymentAnswer,
  errors: [UNKNOWN, ErrorCode.TransferIdReused, ConsoleErrorCode.BalanceTooLow],
} as const;

export const PLAYER_ACT_CALLS = {
  creditPlayer: {
    ...payment,
    errors: [...payment.errors, ErrorCode.DepositLimitReached, ConsoleErrorCode.NotCredited],
    path: "/players/:id/credit",
    permission: "player.credit",
    summary: "Money from the house to a player; above the house's bound a second person must approve",
    body: z.object({ amount: TransferAmount, key: FormKey, why: Why }),
  },
  correctPlayer: {
    ...payment,
    path: "/players/:id/correct",
    permission: "player.correct",
    summary: "Correct a balance, up or down, never below what is there; above the bound a second person must approve",
    body: z.object({
      /** Minor units; negative: from the player to the house. */
      change: z.int().check(
        z.minimum(-MAX_TRANSFER),
        z.maximum(MAX_TRANSFER),
        z.refine((change) => change !== 0),
      ),
      key: FormKey,
      why: Why,
    }),
  },
  banPlayer: {
    ...act,
    path: "/players/:id/ban",
    permission: "player.ban",
    summary: "Ban a player: all logins end, and an open session is paid out",
    body: Reason,
  },
  unbanPlayer: {
    ...act,
    path: "/players/:id/unban",
    permission: "player.ban",
    summary: "Lift a ban, and a block after wrong passwords",
    body: Reason,
  },
  endPlayerLogins: {
    ...act,
    path: "/players/:id/end-logins",
    permission: "player.access",
    summary: "End all logins of a player, who may log in again",
    body: Reason,
    answer: z.object({ ended: z.int() }),
  },
  resetPlayerPin: {
    ...act,
    path: "/players/:id/pin",
    permission: "player.access",
    summary: "Set the PIN to the default one, which the player replaces after the next login; all logins end",
    body: Reason,
  },
  resetPlayerPassword: {
    ...act,
    path: "/players/:id/password",
    permission: "player.access",
    summary: "Set a new password, which is answered once; all logins end",
    body: Reason,
    answer: z.object({ password: z.string() }),
  },
  limitPlayer: {
    ...act,
    path: "/players/:id/limit",
    permission: "player.protect",
    summary:
      "Set a limit as the player does: tighter at once; looser or none once the player confirms it, after 24 hours",
    body: z.object({
      kind: z.enum(LIMIT_KINDS),
      period: z.enum(LIMIT_PERIODS),
      /** Minor units, minutes for a limit of time; null: none. */
      value: z.nullable(z.int().check(z.positive(), z.maximum(MAX_LIMIT))),
      why: Why,
    }),
    /** A looser limit waits for the player. */
    answer: z.object({ pending: PlayerLimit.shape.pending }),
  },
  breakPlayer: {
    ...act,
    path: "/players/:id/break",
    permission: "player.protect",
    summary: "A break on request of the player; it can't be shortened",
    body: z.object({ days: z.union(BREAK_DAYS.map((days) => z.literal(days))), why: Why }),
  },
  excludePlayer: {
    ...act,
    path: "/players/:id/exclusion",
    permission: "player.protect",
    summary: "A self-exclusion on request of the player; it can't be shortened",
    body: z.object({ months: z.union(EXCLUSION_MONTHS.map((months) => z.literal(months))), why: Why }),
  },
  verifyPlayerAge: {
    ...act,
    path: "/players/:id/age",
    permission: "player.protect",
    summary: "The house has verified that the player is of age",
    body: z.object({
      /** Absent: a known one stays. */
      bornOn: z.exactOptional(DateOfBirth),
      why: Why,
    }),
    errors: [UNKNOWN, ConsoleErrorCode.TooYoung],
  },
  unverifyPlayerAge: {
    ...act,
    path: "/players/:id/age/take-back",
    permission: "player.protect",
    summary: "The age is not verified any more; a session that is open goes on without further money",
    body: Reason,
  },
  notePlayer: {
    ...act,
    path: "/players/:id/notes",
    permission: "player.note",
    summary: "Write a note about a player, for the house alone",
    body: z.object({ text: plainText(MAX_NOTE).check(z.minLength(1)) }),
  },
  playerNotes: {
    method: "GET",
    auth: "staff",
    tag: "players",
    params: Params,
    path: "/players/:id/notes",
    permission: "player.view",
    summary: "Notes of the house about a player, the newest first, at most 50",
    query: z.object({ before: z.optional(z.coerce.number().check(z.int(), z.positive())) }),
    answer: z.object({ items: z.array(PlayerNote) }),
  },
} as const satisfies Record<string, ConsoleCall>;
