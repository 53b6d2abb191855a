/**
 * Calls of the support desk: chats of players with the house, answers, who has taken a chat, and answers that are written in
 * advance. The topic `chat` of the socket says which chat has changed (`DeskChange`).
 */
import * as z from "zod/mini";
import { Protection } from "../account.ts";
import { text } from "../calls.ts";
import { nameFold } from "../fold.ts";
import { Id, MAX_ID, Money, SignedMoney, Timestamp } from "../entities.ts";
import { ErrorCode } from "../errors.ts";
import { CurrencySchema } from "../settings.ts";
import { MAX_MESSAGE } from "../template.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";

/** `waiting`: for an answer; `open`: answered; `closed`: until the player writes again. */
export const DESK_STATES = ["waiting", "open", "closed"] as const;
export type DeskListState = (typeof DESK_STATES)[number];

const PlayerParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID)) });
const MessageNumber = z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
const Name = text(200).check(z.minLength(1));

export const DeskChat = z.object({
  playerId: Id,
  username: z.string(),
  /** First and last name. */
  name: z.string(),
  /** When the player wrote the first message without an answer. */
  waitsSince: z.nullable(Timestamp),
  /** Messages of the player that nobody of the desk has seen; at most 99. */
  unread: z.int(),
  last: z.object({
    at: Timestamp,
    /** Its first 200 characters. */
    text: z.string(),
    byDesk: z.boolean(),
    /** Who of the house wrote it; null: the player, or not known. */
    by: z.nullable(z.string()),
  }),
  assignedTo: z.nullable(z.string()),
  closed: z.nullable(z.object({ at: Timestamp, by: z.string() })),
});
export type DeskChat = z.infer<typeof DeskChat>;

export const DeskMessage = z.object({
  id: z.int(),
  at: Timestamp,
  text: z.string(),
  byDesk: z.boolean(),
  by: z.nullable(z.string()),
  /** Of own messages that were sent with one. */
  clientId: z.nullable(z.string()),
});
export type DeskMessage = z.infer<typeof DeskMessage>;

export const DeskDialog = z.object({
  player: z.object({ id: Id, username: z.string(), name: z.string() }),
  /** The oldest first. */
  messages: z.array(DeskMessage),
  /** There are older ones. */
  older: z.boolean(),
  /** `none`: nobody has written yet. */
  state: z.enum([...DESK_STATES, "none"]),
  assignedTo: z.nullable(z.string()),
  closed: z.nullable(z.object({ at: Timestamp, by: z.string() })),
  /** The last message that the player has read. */
  readByPlayer: z.int(),
});
export type DeskDialog = z.infer<typeof DeskDialog>;

/** What a member must know of the player while they write. Amounts in minor units. */
export const DeskContext = z.object({
  username: z.string(),
  /** First and last name. */
  name: z.string(),
  email: z.string(),
  createdAt: Timestamp,
  bannedAt: z.nullable(Timestamp),
  currency: CurrencySchema,
  /** Free balance. */
  balance: SignedMoney,
  /** In suspense, until somebody decides. */
  inDoubt: Money,
  seat: z.nullable(z.object({ machineId: Id, machine: z.string(), since: Timestamp })),
  /** The last five. `amount` null: it is not known yet. */
  transfers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["cashin", "cashout"]),
      machine: z.string(),
      amount: z.nullable(Money),
      state: z.string(),
      at: Timestamp,
    }),
  ),
  protection: Protection,
});
export type DeskContext = z.infer<typeof DeskContext>;

export const MAX_CANNED = 200;
export const CannedAnswer = z.object({
  /** How it is found: a short word. */
  shortcut: z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N}-]{0,29}$/u)),
  /** Empty: there is none in that language. */
  texts: z.object({ tr: text(MAX_MESSAGE), en: text(MAX_MESSAGE), ar: text(MAX_MESSAGE) }),
});
export type CannedAnswer = z.infer<typeof CannedAnswer>;
const shortcutsDiffer = (answers: readonly CannedAnswer[]) =>
  new Set(answers.map(({ shortcut }) => nameFold(shortcut))).size === answers.length;
export const CannedAnswers = z
  .array(CannedAnswer)
  .check(z.maxLength(MAX_CANNED), z.refine(shortcutsDiffer, "shortcut"));

/** Version 0: nobody has written any. */
export const CannedVersion = z.object({
  version: z.int(),
  at: z.nullable(Timestamp),
  by: z.nullable(z.string()),
  answers: CannedAnswers,
});
export type CannedVersion = z.infer<typeof CannedVersion>;

/**
 * A change of the topic `chat`. `chat`: messages, state or owner of this player's chat have changed. `presence`: a person of the
 * house has the chat open, and writes or not; it holds for 15 seconds. `canned`: the answers have changed. `missed`: changes of
 * any kind may have been missed, so that all is read again.
 */
export const DeskChange = z.union([
  z.object({ key: z.string(), kind: z.literal("chat"), playerId: Id }),
  z.object({ key: z.string(), kind: z.literal("presence"), playerId: Id, by: z.string(), typing: z.boolean() }),
  z.object({ key: z.string(), kind: z.literal("canned") }),
  z.object({ key: z.string(), kind: z.literal("missed") }),
]);
export type DeskChange = z.infer<typeof DeskChange>;
/** Milliseconds for which a presence holds. */
export const PRESENCE_MS = 15_000;

const answerChats = { auth: "staff", permission: "chat.answer", tag: "desk" } as const;

export const DESK_CALLS = {
  deskChats: {
    ...answerChats,
    method: "GET",
    path: "/desk/chats",
    summary: "Chats of one state: those that wait by their age, others by their last message, the newest first",
    query: z.object({
      state: z._default(z.enum(DESK_STATES), "waiting"),
      /** mine: taken by this member; nobody: not taken. */
      owner: z.optional(z.enum(["mine", "nobody"])),
      /** `next` of the page before. */
      after: z.optional(MessageNumber),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    }),
    answer: z.object({
      items: z.array(DeskChat),
      next: z.nullable(z.number()),
      /** Each up to 1,000. */
      counts: z.object({
        waiting: z.int(),
        open: z.int(),
        closed: z.int(),
        /** When the first message was written that waits. */
        waitsSince: z.nullable(Timestamp),
      }),
    }),
  },
  deskDialog: {
    ...answerChats,
    method: "GET",
    path: "/desk/chats/:id",
    summary: "A player's chat: its newest 100 messages, the 100 before one, or the 100 after one",
    params: PlayerParam,
    query: z.object({ before: z.optional(MessageNumber), after: z.optional(MessageNumber) }),
    answer: DeskDialog,
    errors: [ErrorCode.NotFound],
  },
  deskContext: {
    ...answerChats,
    method: "GET",
    path: "/desk/chats/:id/context",
    summary: "The player of the chat: balance, seat, last transfers, limits in force",
    params: PlayerParam,
    answer: DeskContext,
    errors: [ErrorCode.NotFound],
  },
  deskSeen: {
    ...answerChats,
    method: "POST",
    path: "/desk/chats/:id/seen",
    polled: true,
    summary: "Say that the messages up to this one have been seen by the desk",
    params: PlayerParam,
    body: z.object({ message: MessageNumber }),
  },
  deskPresence: {
    ...answerChats,
    method: "POST",
    path: "/desk/chats/:id/presence",
    polled: true,
    summary: "Say that this member has the chat open, and whether they write; it holds for 15 seconds",
    params: PlayerParam,
    body: z.object({ typing: z.boolean() }),
  },
  answerChat: {
    ...answerChats,
    method: "POST",
    path: "/desk/chats/:id/answer",
    summary:
      "Write to a player as the support desk. A chat that nobody has is taken. The same clientId again writes nothing",
    params: PlayerParam,
    body: z.object({ text: text(MAX_MESSAGE).check(z.minLength(1)), clientId: z.uuid() }),
    answer: z.object({ id: z.int(), repeated: z.boolean() }),
    errors: [ErrorCode.NotFound, ErrorCode.Conflict],
  },
  assignChat: {
    ...answerChats,
    method: "POST",
    path: "/desk/chats/:id/assign",
    summary: "Take a chat, give it to another member, or back to the desk (null)",
    params: PlayerParam,
    body: z.object({ to: z.nullable(Name), seen: z.nullable(Name) }),
    errors: [ErrorCode.NotFound, ConsoleErrorCode.ChatTaken, ConsoleErrorCode.ChatGivenBack],
  },
  closeChat: {
    ...answerChats,
    method: "POST",
    path: "/desk/chats/:id/close",
    summary:
      "Close a chat until the player writes again; refused if there is a newer message than the one that was seen",
    params: PlayerParam,
    body: z.object({ last: z.int().check(z.nonnegative()) }),
    errors: [ErrorCode.NotFound, ConsoleErrorCode.ChatContinued],
  },
  deskPeople: {
    ...answerChats,
    method: "GET",
    path: "/desk/people",
    summary: "Names of the active members who may answer chats",
    answer: z.object({ names: z.array(z.string()) }),
  },
  cannedAnswers: {
    ...answerChats,
    method: "GET",
    path: "/desk/canned",
    summary: "Answers that are written in advance: the newest version, or an earlier one",
    query: z.object({ version: z.optional(MessageNumber) }),
    answer: CannedVersion,
    errors: [ErrorCode.NotFound],
  },
  cannedHistory: {
    ...answerChats,
    method: "GET",
    path: "/desk/canned/history",
    summary: "The newest 100 versions of them: who wrote each, and when",
    answer: z.object({ versions: z.array(z.object({ version: z.int(), at: Timestamp, by: z.string() })) }),
  },
  changeCannedAnswers: {
    auth: "staff",
    permission: "settings.change",
    tag: "desk",
    method: "PUT",
    path: "/desk/canned",
    summary: "Replace them: a new version. Refused if somebody else has changed the version that was seen",
    body: z.object({ seen: z.int().check(z.nonnegative()), answers: CannedAnswers }),
    answer: z.object({ version: z.int() }),
    errors: [ConsoleErrorCode.AnswersChanged],
  },
} as const satisfies Record<string, ConsoleCall>;
