/**
 * The template's own calls: contacts and chat, the quick panel, the forms of the demo pages. Their paths begin with
 * `/api`, not with the API base. They use the database and need a login.
 */
import * as z from "zod/mini";
import { ErrorCode } from "./errors.ts";
import { text } from "./calls.ts";
import type { Call } from "./calls.ts";
import { Id, Timestamp } from "./entities.ts";
import { LanguageSchema } from "./settings.ts";
import { ChatMessage } from "./notificationSocket.ts";

const ChatId = text(40).check(z.minLength(1));

export const CHAT_STATUSES = ["online", "do-not-disturb", "away", "offline"] as const;
export const ChatContact = z.object({
  /** A player's id as text, or "support" for the support desk. */
  id: ChatId,
  name: z.string(),
  /** The username of a player, whose display name is free text; the desk has none. */
  username: z.optional(z.string()),
  avatar: z.nullable(z.string()),
  status: z.catch(z.enum(CHAT_STATUSES), "offline"),
  unread: z.int(),
});
export type ChatContact = z.infer<typeof ChatContact>;
export const ChatListEntry = z.object({
  chatId: ChatId,
  contactId: ChatId,
  lastMessageTime: z.nullable(Timestamp),
});
export type ChatListEntry = z.infer<typeof ChatListEntry>;
export const ChatUser = z.object({
  id: ChatId,
  name: z.string(),
  status: z.catch(z.enum(CHAT_STATUSES), "online"),
  /** By contact id. */
  chatList: z.record(z.string(), ChatListEntry),
});
export type ChatUser = z.infer<typeof ChatUser>;
export const MAX_MESSAGE = 2_000;
export const Chat = z.object({
  id: ChatId,
  dialog: z.array(ChatMessage),
  /** There are older messages. */
  older: z.boolean(),
});
export type Chat = z.infer<typeof Chat>;

const QuickEntry = z.object({
  id: Id,
  title: z.string(),
  detail: z.string(),
  /** Its texts by language; in a language without one, `title` and `detail` are shown. */
  texts: z.optional(z.partialRecord(LanguageSchema, z.object({ title: z.string(), detail: z.string() }))),
  /** When an event is; notes have none. */
  at: z.optional(Timestamp),
});
export const QuickPanelData = z.object({ events: z.array(QuickEntry), notes: z.array(QuickEntry) });
export type QuickPanelData = z.infer<typeof QuickPanelData>;

/** What a registration takes for an e-mail address. */
export const EmailAddress = z.email().check(z.maxLength(254));

const Chats = z.object({ chat: Chat, userChatList: z.record(z.string(), ChatListEntry) });

export const TEMPLATE_CALLS = {
  register: {
    method: "POST",
    path: "/auth/register",
    root: "api",
    auth: "none",
    tag: "template",
    summary: "Check a registration; it makes a player only where the house allows demo registrations",
    body: z.object({
      displayName: text(60).check(z.minLength(1)),
      email: EmailAddress,
      password: text(200),
    }),
    answer: z.object({ created: z.boolean(), username: z.optional(z.string()) }),
    errors: [ErrorCode.PasswordTooShort, ErrorCode.PasswordTooCommon, ErrorCode.Conflict],
  },
  checkPassword: {
    method: "POST",
    path: "/auth/password/check",
    root: "api",
    auth: "none",
    tag: "template",
    summary: "Check whether a password could be chosen; nothing is kept or changed. 30 times an hour from a network",
    body: z.object({ password: text(200) }),
    errors: [ErrorCode.PasswordTooShort, ErrorCode.PasswordTooCommon, ErrorCode.TooManyRequests],
  },
  updateUser: {
    method: "POST",
    path: "/auth/user/update",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "Change what a player may change of themselves: display name, settings and shortcuts",
    body: z.object({
      user: z.object({
        data: z.optional(
          z.object({
            displayName: z.optional(text(60)),
            shortcuts: z.optional(z.array(text(60)).check(z.maxLength(40))),
            settings: z.optional(z.record(z.string(), z.unknown())),
          }),
        ),
      }),
    }),
  },
  updateCourse: {
    method: "POST",
    path: "/academy-app/course/update",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "Keep how far a player has come in a course",
    body: z.object({ id: text(60).check(z.minLength(1)), activeStep: z.int().check(z.minimum(0), z.maximum(1_000)) }),
    answer: z.object({ id: z.string(), activeStep: z.int() }),
  },
  chatContacts: {
    method: "GET",
    path: "/chat/contacts",
    root: "api",
    auth: "player",
    polled: true,
    tag: "template",
    summary: "Contacts with status and unread messages; the house's support desk is the first",
    answer: z.array(ChatContact),
  },
  chatUser: {
    method: "GET",
    path: "/chat/user",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "The player as a partner in chats, with the list of chats",
    answer: ChatUser,
  },
  updateChatUser: {
    method: "POST",
    path: "/chat/user/data",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "Change the own status",
    body: z.object({ status: z.enum(CHAT_STATUSES) }),
    answer: ChatUser,
  },
  chat: {
    method: "GET",
    path: "/chat/get-chat",
    root: "api",
    auth: "player",
    tag: "template",
    summary:
      "The newest messages of the chat with a contact, begun if there is none, which marks it as read; or those before a message",
    query: z.object({
      contactId: ChatId,
      userId: z.optional(ChatId),
      /** The id of a message. */
      before: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
    }),
    answer: Chats,
    errors: [ErrorCode.NotPermitted, ErrorCode.NotFound],
  },
  sendMessage: {
    method: "POST",
    path: "/chat/send-message",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "Write a message; a text of which nothing would be seen is refused",
    body: z.object({
      chatId: ChatId,
      messageText: text(MAX_MESSAGE).check(z.minLength(1)),
      contactId: ChatId,
      /** Created by the client: a repeated id gets the stored message. */
      clientId: z.optional(z.uuid()),
    }),
    answer: z.object({ message: ChatMessage, userChatList: z.record(z.string(), ChatListEntry) }),
    errors: [ErrorCode.NotPermitted, ErrorCode.NotFound, ErrorCode.Conflict],
  },
  quickPanel: {
    method: "GET",
    path: "/quick-panel/data",
    root: "api",
    auth: "player",
    tag: "template",
    summary: "Events and notes of the house",
    answer: QuickPanelData,
  },
} as const satisfies Record<string, Call>;
