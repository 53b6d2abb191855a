/**
 * Chats: players with the house's support desk, and with players to whom the operator has introduced them. Owns
 * messages, unread counts and presence. Only the two participants can access a chat; for others it does not exist.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ChatUser } from "@reelcast/contract";
import type { Db } from "../storage/index.ts";
import { chatById, chatList, chatWith, chatsChangedWithin, contacts, selfOf } from "./chats.ts";
import { addMessage, withoutClientId, markRead, messagesOf } from "./messages.ts";
import { chooseStatus, recordPresence, statusOf } from "./presence.ts";
import { contactId, parseContactId, parseMessageText } from "./parse.ts";
import type { Chat, ChatChange } from "./types.ts";

export type { Chat, ChatChange } from "./types.ts";
export { SUPPORT } from "./parse.ts";
export { cannedAnswers, cannedHistory, changeCannedAnswers } from "./cannedAnswers.ts";
export { closeChat, countDesk, deskMessages, listDesk, markSeenByDesk } from "./desk.ts";
export type { DeskMessageRow, DeskRow } from "./desk.ts";
export { answerPlayer, assignChat, introduce, introductions, endIntroduction, takeFreeChat } from "./supportDesk.ts";

/** @param options.onChange called after a message is committed or a chat is read; it must not throw */
export function createChat({ db, onChange }: { db: Db; onChange: (change: ChatChange) => void }): Chat {
  async function user(playerId: number): Promise<ChatUser> {
    const [{ name, status }, list] = await Promise.all([selfOf(db, playerId), chatList(db, playerId)]);
    return { id: contactId(playerId), name, status: statusOf(status), chatList: list };
  }
  const seen: Chat["seen"] = (playerIds) => recordPresence(db, playerIds);

  return {
    seen,
    changedWithin: (playerIds, ms) => chatsChangedWithin(db, playerIds, ms),
    async contacts(playerId) {
      await seen([playerId]);
      return contacts(db, playerId);
    },
    async user(playerId) {
      await seen([playerId]);
      return user(playerId);
    },
    async setStatus(playerId, status) {
      await chooseStatus(db, playerId, status);
      return user(playerId);
    },

    async read(playerId, contact, before) {
      await seen([playerId]);
      const chat = await chatWith(db, playerId, parseContactId(contact));
      if (!chat) throw new AppError(ErrorCode.NotFound);
      const page = await messagesOf(db, chat.id, playerId, before);
      const last = page.dialog.at(-1)?.id ?? 0;
      const own = contactId(playerId);
      if (before === undefined && last > chat.readTo) {
        await markRead(db, chat.id, playerId, last);
        // Own messages are never unread; messages before this page may have been.
        const wasUnread = page.dialog.some(
          ({ id, who }, at) => id > chat.readTo && ((at === 0 && page.older) || who !== own),
        );
        if (wasUnread) onChange({ playerId, chatId: chat.id, contactId: contact });
      }
      return { chat: { id: chat.id, ...page }, userChatList: await chatList(db, playerId) };
    },

    async send(playerId, { chatId, contactId: contact, text, clientId }) {
      const wanted = { text: parseMessageText(text), clientId };
      const receiver = parseContactId(contact);
      await seen([playerId]);
      const { message, isNew } = await db.transaction().execute(async (trx) => {
        const chat = await chatById(trx, playerId, chatId);
        if (!chat || chat.contact !== receiver) throw new AppError(ErrorCode.NotFound);
        return addMessage(trx, chat.id, playerId, wanted);
      });
      if (isNew) {
        onChange({ playerId, chatId, contactId: contact, message });
        // The support desk polls with `house chat list`.
        if (receiver !== null)
          onChange({ playerId: receiver, chatId, contactId: contactId(playerId), message: withoutClientId(message) });
      }
      return { message, userChatList: await chatList(db, playerId) };
    },
  };
}
