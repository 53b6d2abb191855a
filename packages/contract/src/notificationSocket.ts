/** The socket of every page of a player: statuses of machines, the balance, the open session, chat. */
import * as z from "zod/mini";
import { OpenSession } from "./calls.ts";
import { Id, MachineStatusSchema, MessageId, Money, SessionId, Timestamp } from "./entities.ts";
import { COMMON_REQUESTS, SOCKET } from "./rpc.ts";

/** `version`: to sockets that have named what they show; see MachineSchema. */
export const MachinePush = z.object({ id: Id, status: MachineStatusSchema, version: z.optional(z.int()) });
/** What a client shows: the statuses of these machines alone are sent to it, those of whole brands and of single ones. */
export const ShownMachines = z.object({
  brands: z.array(Id).check(z.maxLength(SOCKET.shownBrands)),
  machines: z.array(Id).check(z.maxLength(SOCKET.shownMachines)),
});
export type ShownMachines = z.infer<typeof ShownMachines>;
/** `{}`: all machines. Anything else must name both, so that a misspelt name does not ask for all. */
export const ShowRequest = z.union([ShownMachines, z.strictObject({})]);
export type ShowRequest = z.infer<typeof ShowRequest>;
export const BalancePush = z.object({ balance: Money });
/** Amount of the player's money under review; 0: none. */
export const CheckingPush = z.object({ checking: Money });
/** The seat was taken, or what waits at it has changed. It is no reason to ask the player anything. */
export const SessionChange = z.extend(OpenSession, { status: z.literal("changed") });
/** The player's session has ended, wherever that was requested. */
export const SessionEnd = z.object({
  status: z.literal("ended"),
  id: Id,
  name: z.string(),
  session: SessionId,
  /** One of END_REASONS. */
  reason: z.string(),
  /** What the end paid into the wallet, minor units; with the reason "checking": what is under review. */
  amount: Money,
});
export type SessionEnd = z.infer<typeof SessionEnd>;
/** A client ignores a `status` that it does not know. */
export const SessionPush = z.union([OpenSession, SessionChange, SessionEnd]);
export type SessionPush = z.infer<typeof SessionPush>;
export const ChatMessage = z.object({
  /** Rises with every message of a chat. */
  id: MessageId,
  /** Who wrote it: a contact's or the player's own id. */
  who: z.string().check(z.maxLength(40)),
  message: z.string(),
  time: Timestamp,
  /** The id that the author's client sent with it; included for the author only. */
  clientId: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;
/**
 * A message in a chat of this player, including their own from other devices. Without a message, the chat began, ended
 * or was read, and the contacts must be fetched again. `missed`: the server could not send all of its messages: it must be
 * fetched again too.
 */
export const ChatPush = z.object({
  chatId: z.string(),
  contactId: z.string(),
  message: z.optional(ChatMessage),
  missed: z.optional(z.boolean()),
});
export type ChatPush = z.infer<typeof ChatPush>;
/** What has changed for all players of the house. */
export const HousePush = z.object({
  /** False: new games, deposits and seats are refused at the moment (NewPlayPaused). */
  newPlay: z.boolean(),
  /** The version of the settings, as in the header of answers. Absent: of a server that names none. */
  settings: z.optional(z.int()),
});
export type HousePush = z.infer<typeof HousePush>;
export const NOTIFICATION_SOCKET = {
  name: "notifications",
  requests: {
    init: {
      /**
       * `session`: the open session that the client knows of. If it is over, the answer says how it ended. Without `shown`,
       * the statuses of all machines are sent.
       */
      params: z.object({ id: Id, session: z.optional(SessionId), shown: z.optional(ShownMachines) }),
      /** `session`: the open one, null if there is none. `statuses`: of the machines that are shown. */
      result: z.object({
        session: z.optional(z.nullable(OpenSession)),
        ended: z.optional(SessionEnd),
        statuses: z.optional(z.array(MachinePush)),
        /** As in the notification `house`. Absent: it is permitted. */
        newPlay: z.optional(z.boolean()),
        settings: z.optional(z.int()),
      }),
    },
    /**
     * Names what is shown from now on. The answer has the statuses of what was not named before. NotFound for a brand that
     * does not exist; single machines that do not exist any more are left out. After `{}`, those of all machines are sent
     * again, as to a socket that has named nothing.
     */
    show: { params: ShowRequest, result: z.object({ statuses: z.array(MachinePush) }) },
    ...COMMON_REQUESTS,
  },
  notifications: {
    machine: MachinePush,
    balance: BalancePush,
    checking: CheckingPush,
    session: SessionPush,
    chat: ChatPush,
    house: HousePush,
  },
} as const;
