/**
 * Something has come by the notification socket: a message goes into its chat, and a player who is not reading that
 * chat is notified; for anything else the contacts are asked for again.
 */
import type { QueryClient } from "@tanstack/react-query";
import { ChatPush } from "@reelcast/contract";
import type { ChatContact } from "@reelcast/contract";
import { readAgain } from "@reelcast/client/reloadQueries";
import { toast } from "@reelcast/ui";
import { isLocked } from "../../auth/lock.ts";
import { loadTexts, t } from "../../i18n/index.ts";
import { showPanel } from "../panels.ts";
import { preferences } from "../preferences.ts";
import { SUPPORT, addMessage, chatQuery, contactsQuery, refreshContacts } from "./queries.ts";
import { confirmSent } from "./sending.ts";
import { isPanelOpen, isReading, mayOpenPanel, selectContact, viewChat } from "./view.ts";

/** The one toast of the chat, closed when the panel opens. */
export const CHAT_TOAST = "chat-message";
const SHOWN_OF_MESSAGE = 140;

/** @param params of the `chat` notification, as they came */
export async function receiveMessage(queries: QueryClient, playerId: number, params: unknown): Promise<void> {
  const { contactId, message, missed = false } = ChatPush.parse(params);
  if (!message) {
    // Whatever is shown of the chat, or is not: one that is not shown is fetched when it is opened.
    if (missed) void readAgain(queries, { queryKey: chatQuery(contactId).queryKey });
    await refreshContacts(queries);
    return;
  }
  await addMessage(queries, contactId, message);
  if (message.who === String(playerId)) {
    // From another tab or device; or from this one, whose own answer says the same where it is not lost.
    if (message.clientId !== undefined) confirmSent(message.clientId);
    return;
  }
  if (isReading(contactId)) void queries.invalidateQueries({ queryKey: chatQuery(contactId).queryKey });
  else void refreshContacts(queries);
  const [from] = await Promise.all([nameOf(queries, contactId), loadTexts("chat")]);
  const name = from ?? t("chat.support");
  const start = message.message.slice(0, SHOWN_OF_MESSAGE);
  const text = start.length < message.message.length ? `${start}…` : start;
  if (isPanelOpen()) viewChat({ spoken: t("chat.spoken", { name, text }) });
  else if (preferences().chatToasts && !isLocked())
    toast.info(text, {
      id: CHAT_TOAST,
      title: name,
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

const FIRST_STRONG = "\u2068";
const LEFT_TO_RIGHT = "\u2066";
const END = "\u2069";
/** A chosen name never stands alone: anybody may call themselves like somebody else. */
const withUsername = ({ name, username }: ChatContact) =>
  username === undefined || username === name
    ? name
    : `${FIRST_STRONG}${name}${END} ${LEFT_TO_RIGHT}(@${username})${END}`;

/** null: the desk, whose name is a text of the app. */
async function nameOf(queries: QueryClient, contactId: string): Promise<string | null> {
  if (contactId === SUPPORT) return null;
  // Whom the player has just met is not among those who were known.
  for (const staleTime of [Infinity, 0]) {
    const contacts = await queries.fetchQuery({ ...contactsQuery, staleTime }).catch(() => []);
    const contact = contacts.find(({ id }) => id === contactId);
    if (contact) return withUsername(contact);
  }
  return contactId;
}
