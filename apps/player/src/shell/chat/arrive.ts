/**
 * A message has come by the notification socket: it goes into its chat, and whoever is not reading that chat at this
 * moment is told.
 */
import { ChatPush } from "@reelcast/contract";
import type { QueryClient } from "@tanstack/react-query";
import { isLocked } from "../../auth/lock.ts";
import { loadTexts, t } from "../../i18n/index.ts";
import { toast } from "../../ui/index.ts";
import { showPanel } from "../panels.ts";
import { preferences } from "../preferences.ts";
import { SUPPORT, addMessage, chatQuery, contactsQuery } from "./queries.ts";
import { isPanelOpen, isReading, mayOpenPanel, selectContact, viewChat } from "./view.ts";

/** The one toast of the chat, closed when the panel opens. */
export const CHAT_TOAST = "chat-message";
const SHOWN_OF_MESSAGE = 140;

/** @param params of the `chat` notification, as they came */
export async function arrive(queries: QueryClient, playerId: number, params: unknown): Promise<void> {
  const { contactId, message } = ChatPush.parse(params);
  addMessage(queries, contactId, message);
  if (message.who === String(playerId)) return;
  const reading = isReading(contactId);
  if (reading) void queries.invalidateQueries({ queryKey: chatQuery(contactId).queryKey });
  else void queries.invalidateQueries({ queryKey: contactsQuery.queryKey });
  const [name] = await Promise.all([nameOf(queries, contactId), loadTexts("chat")]);
  const from = name ?? t("chat.support");
  const start = message.message.slice(0, SHOWN_OF_MESSAGE);
  const text = start.length < message.message.length ? `${start}…` : start;
  if (isPanelOpen()) viewChat({ spoken: t("chat.spoken", { name: from, text }) });
  else if (preferences().chatToasts && !isLocked())
    toast.info(text, {
      id: CHAT_TOAST,
      title: from,
      ...(mayOpenPanel() && {
        action: {
          label: t("chat.open"),
          run: () => {
            toast.close(CHAT_TOAST);
            selectContact(contactId);
            showPanel("chat");
          },
        },
      }),
    });
}

/** null: the desk, whose name is a text of the app. */
async function nameOf(queries: QueryClient, contactId: string): Promise<string | null> {
  if (contactId === SUPPORT) return null;
  const contacts = await queries.fetchQuery({ ...contactsQuery, staleTime: Infinity }).catch(() => []);
  return contacts.find(({ id }) => id === contactId)?.name ?? contactId;
}
