/** The template's calls: chats, the quick panel, what players change of themselves, and registration. Own things alone. */
import { AppError, TEMPLATE_CALLS } from "@reelcast/contract";
import type { QuickPanelData } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Chat } from "../../chat/index.ts";
import type { Guard } from "../guard.ts";
import { createLimit } from "../limit.ts";
import { route } from "./route.ts";

const MESSAGES_PER_MINUTE = 20;

export interface TemplateParts {
  chat: Omit<Chat, "seen">;
  quickPanel: () => Promise<QuickPanelData>;
  guard: Guard;
}

export function templateRoutes({ chat, quickPanel, guard }: TemplateParts): FastifyPluginAsync {
  const countMessage = createLimit(MESSAGES_PER_MINUTE);
  return async (app) => {
    route(app, guard, TEMPLATE_CALLS.chatContacts, ({ who }) => chat.contacts(who.playerId));
    route(app, guard, TEMPLATE_CALLS.chatUser, ({ who }) => chat.user(who.playerId));
    route(app, guard, TEMPLATE_CALLS.updateChatUser, ({ who, body }) => chat.setStatus(who.playerId, body.status));
    route(app, guard, TEMPLATE_CALLS.chat, async ({ who, query: { contactId, userId } }) => {
      if (userId !== undefined && userId !== String(who.playerId)) throw new AppError(40300);
      return chat.read(who.playerId, contactId);
    });
    route(app, guard, TEMPLATE_CALLS.sendMessage, async ({ who, body: { chatId, contactId, messageText } }) => {
      countMessage(who.playerId);
      return chat.send(who.playerId, { chatId, contactId, text: messageText });
    });
    route(app, guard, TEMPLATE_CALLS.quickPanel, () => quickPanel());
  };
}
