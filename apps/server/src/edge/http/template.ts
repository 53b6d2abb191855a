/**
 * The template's calls: chats, the quick panel, players' changes of their own data, and registration.
 */
import { AppError, ErrorCode, PlayerTheme, TEMPLATE_CALLS } from "@reelcast/contract";
import type { QuickPanelData } from "@reelcast/contract";
import type { FastifyPluginAsync } from "fastify";
import type { Accounts } from "../../accounts/index.ts";
import type { Chat } from "../../chat/index.ts";
import { perMinute, RateLimiter } from "../../rateLimiter.ts";
import type { Guard } from "../guard.ts";
import { route } from "./route.ts";

const MESSAGES_PER_MINUTE = 20;

export interface TemplateParts {
  chat: Omit<Chat, "seen">;
  accounts: Pick<Accounts, "savePlayerSettings" | "saveCourse" | "register" | "checkPassword">;
  quickPanel: () => Promise<QuickPanelData>;
  guard: Guard;
}

/**
 * Known keys of a theme; others are dropped.
 * @throws AppError InvalidRequest for a known key with a value that it can't have
 */
function themeOf(settings: Record<string, unknown>): PlayerTheme {
  const theme = PlayerTheme.safeParse(settings);
  if (!theme.success) throw new AppError(ErrorCode.InvalidRequest, { field: "user.data.settings" });
  return theme.data;
}

export function templateRoutes({ chat, accounts, quickPanel, guard }: TemplateParts): FastifyPluginAsync {
  const messages = new RateLimiter(perMinute(MESSAGES_PER_MINUTE));
  return async (app) => {
    route(app, guard, TEMPLATE_CALLS.chatContacts, ({ who }) => chat.contacts(who.playerId));
    route(app, guard, TEMPLATE_CALLS.chatUser, ({ who }) => chat.user(who.playerId));
    route(app, guard, TEMPLATE_CALLS.updateChatUser, ({ who, body }) => chat.setStatus(who.playerId, body.status));
    route(app, guard, TEMPLATE_CALLS.chat, async ({ who, query: { contactId, userId, before } }) => {
      if (userId !== undefined && userId !== String(who.playerId)) throw new AppError(ErrorCode.NotPermitted);
      return chat.read(who.playerId, contactId, before);
    });
    route(app, guard, TEMPLATE_CALLS.sendMessage, async ({ who, body }) => {
      const { chatId, contactId, messageText: text, clientId } = body;
      messages.count(who.playerId);
      return chat.send(who.playerId, { chatId, contactId, text, clientId });
    });
    route(app, guard, TEMPLATE_CALLS.register, async ({ body, request }) => {
      await guard.address(request);
      const made = await accounts.register({ ...body, ip: request.ip });
      if (made.created) request.log.info({ username: made.username }, "a player has registered");
      return made;
    });
    route(app, guard, TEMPLATE_CALLS.checkPassword, async ({ body, request }) => {
      await guard.address(request);
      await accounts.checkPassword({ ...body, ip: request.ip });
      return undefined;
    });
    route(app, guard, TEMPLATE_CALLS.updateUser, async ({ who, body }) => {
      const { displayName, shortcuts, settings } = body.user.data ?? {};
      const theme = settings === undefined ? undefined : themeOf(settings);
      await accounts.savePlayerSettings(who, { theme, shortcuts, displayName });
      return undefined;
    });
    route(app, guard, TEMPLATE_CALLS.updateCourse, async ({ who, body }) => {
      await accounts.saveCourse(who, body);
      return body;
    });
    route(app, guard, TEMPLATE_CALLS.quickPanel, () => quickPanel());
  };
}
