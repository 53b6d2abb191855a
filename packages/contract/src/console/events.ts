/**
 * Significant events: what an operator must be able to show a regulator (GLI-19 3.0, 2.8 and 2.9: significant event
 * information; not read at its source). Each is a row of its own, with who has seen it.
 */
import * as z from "zod/mini";
import { Id, Timestamp } from "../entities.ts";
import type { ConsoleCall } from "./call.ts";
import { IdParam, Named, pageOf } from "./list.ts";

/** Every kind, with its facts. Amounts are minor units. */
export const SIGNIFICANT_EVENTS = [
  /** {name, serial} */
  "machineAdded",
  "machineRetired",
  /** {reason} */
  "machineOutOfOrder",
  "machineBack",
  /** The house took it out of play by itself: {reason}. */
  "machineQuarantined",
  "machineQuarantineLifted",
  /** It can't be reached. */
  "machineOffline",
  "machineOnline",
  "doorOpened",
  "doorClosed",
  /** {reason} */
  "tilt",
  "tiltCleared",
  /** A win waits for an attendant: {amount}. */
  "handPay",
  /** It was paid: {amount, game, bet, win}. */
  "handPaid",
  /** {amount, game, bet, win} */
  "largeWin",
  /** {amount, jackpotId, game} */
  "jackpot",
  /** {amount, direction: cashin, cashout, deposit or withdraw; transferId or key} */
  "largeTransfer",
  /** A balance was corrected by hand: {amount, key}; negative: from the player to the house. */
  "adjustment",
  /** The answer of a machine is missing for good: {held, credit, transferId, reason}. */
  "transferInDoubt",
  /** Meters and ledger differ: {held, credit, reason}. */
  "meterMismatch",
  /** Settings have changed: {version, by, changed}. */
  "configuration",
  /** A series of failed logins: {ip}. */
  "loginsBlocked",
  /** The same at the console: {ip, name}: the member of the staff; without a name nobody has the one that was
   * tried; without an address somebody who had the password. */
  "staffLoginsBlocked",
  /** {until} */
  "selfExclusion",
  /** {for}: the rule that did it; absent: a person. */
  "playerBanned",
  /** A computer's clock was set: {milliseconds, computer}. */
  "clockStep",
  /** Hardly any space is left to write, and new games, deposits and seats are refused: {computer, freeMegabytes}. */
  "spaceFull",
  /** {broken}: how many invariants do not hold, {first} of them. */
  "ledgerCheckFailed",
] as const;
export type SignificantEventKind = (typeof SIGNIFICANT_EVENTS)[number];

export const SignificantEvent = z.object({
  id: z.int(),
  at: Timestamp,
  /** One of `SIGNIFICANT_EVENTS`; another one of a later version. */
  kind: z.string(),
  machineId: z.nullable(Id),
  sessionId: z.nullable(z.string()),
  playerId: z.nullable(Id),
  facts: z.record(z.string(), z.unknown()),
  /** Null: nobody has seen it. */
  seen: z.nullable(z.object({ by: z.string(), at: Timestamp })),
});
export type SignificantEvent = z.infer<typeof SignificantEvent>;

/** What an event is about: its machine; without one its player; without both the house. */
export const EVENT_SUBJECTS = ["machine", "player", "house"] as const;
const EventKind = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/));
const EventId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

export const MAX_EVENTS = 200;
/** The newest first. */
export const EventQuery = z.object({
  /** Also one of a later version. */
  kind: z.optional(EventKind),
  machineId: z.optional(Id),
  playerId: z.optional(Id),
  about: z.optional(z.enum(EVENT_SUBJECTS)),
  /** True: those that nobody has seen; false: those that somebody has. */
  unseen: z.optional(z.boolean()),
  /** Those before this one: the `next` of the page before. */
  before: z.optional(z.int().check(z.positive())),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_EVENTS)), 50),
});
export type EventQuery = z.infer<typeof EventQuery>;
export const EventPage = z.object({
  events: z.array(SignificantEvent),
  /** `before` of the next page; null: there are no older ones. */
  next: z.nullable(z.int()),
});
export type EventPage = z.infer<typeof EventPage>;

/** An event with the names of its machine and its player. */
export const NamedEvent = z.object({
  ...SignificantEvent.shape,
  machine: z.nullable(Named),
  player: z.nullable(Named),
});
export type NamedEvent = z.infer<typeof NamedEvent>;

export const EVENT_CALLS = {
  events: {
    method: "GET",
    path: "/events",
    auth: "staff",
    permission: "events.see",
    tag: "events",
    summary: "Significant events, the newest first",
    query: z.object({
      /** `nextCursor` of the page before. Events that come meanwhile are on no later page. */
      cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_EVENTS)), 50),
      kind: z.optional(EventKind),
      machine: z.optional(IdParam),
      player: z.optional(IdParam),
      about: z.optional(z.enum(EVENT_SUBJECTS)),
      seen: z.optional(z.enum(["yes", "no"])),
    }),
    answer: pageOf(NamedEvent),
  },
  seeEvents: {
    method: "POST",
    path: "/events/seen",
    auth: "staff",
    permission: "events.see",
    tag: "events",
    summary: "Mark events as seen; those that somebody has seen stay theirs. Answers with those that this has marked",
    body: z.object({ eventIds: z.array(EventId).check(z.minLength(1), z.maxLength(MAX_EVENTS)) }),
    answer: z.object({ seen: z.array(z.int()) }),
  },
} as const satisfies Record<string, ConsoleCall>;
