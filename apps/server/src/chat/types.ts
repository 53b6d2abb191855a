/** The interface of chats. */
import type { Chat as Dialog, ChatContact, ChatListEntry, ChatMessage, ChatUser } from "@reelcast/contract";
import type { Topics } from "../bus/bus.ts";

/** A change in a chat, and the player to notify. */
export type ChatChange = Topics["chat.changed"];
type ChatList = Record<string, ChatListEntry>;

export interface Chat {
  /** The support desk first, then the players to whom this one has been introduced. */
  contacts(playerId: number): Promise<ChatContact[]>;
  /** The player as others see them, with their own chats. The status is the chosen one. */
  user(playerId: number): Promise<ChatUser>;
  setStatus(playerId: number, status: ChatUser["status"]): Promise<ChatUser>;
  /**
   * The newest 200 messages, which are marked as read; or the 200 before a message, which marks nothing. @throws
   * AppError NotFound for an id that is no contact
   */
  read(playerId: number, contact: string, before?: number): Promise<{ chat: Dialog; userChatList: ChatList }>;
  /**
   * Stores a message and notifies the contact and the author's other devices. A repeated `clientId` gets the stored
   * message and notifies nobody.
   * @throws AppError InvalidRequest for a text that is too long or shows nothing, NotFound for a chat that is not this
   * player's with this contact, Conflict for a `clientId` that stands in another chat
   */
  send(
    playerId: number,
    message: { chatId: string; contactId: string; text: string; clientId?: string | undefined },
  ): Promise<{ message: ChatMessage; userChatList: ChatList }>;
  /**
   * The open chats of these players in which somebody wrote within the last so many milliseconds, as changes without a
   * message. By the database's clock.
   */
  changedWithin(playerIds: readonly number[], ms: number): Promise<ChatChange[]>;
  /** Records that these players are online. */
  seen(playerIds: readonly number[]): Promise<void>;
}
