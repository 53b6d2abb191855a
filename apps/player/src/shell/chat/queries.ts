/** The chat's queries and their keys in the query cache. */
import { TEMPLATE_CALLS } from "@reelcast/contract";
import type { Chat, ChatContact, ChatMessage } from "@reelcast/contract";
import { queryOptions } from "@tanstack/react-query";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { clientOf } from "../../api/index.ts";
import { withMessage, withOlder } from "./outbox.ts";

/** The id of the support desk. */
export const SUPPORT = "support";
export const call = clientOf(TEMPLATE_CALLS);

export const contactsQuery = queryOptions({
  queryKey: ["chat", "contacts"],
  queryFn: ({ signal }) => call("chatContacts", {}, { signal }),
});
export const userQuery = queryOptions({ queryKey: ["chat", "user"], queryFn: () => call("chatUser") });

/** Fetching a chat marks its messages as read at the server. */
export const chatQuery = (contactId: string) =>
  queryOptions({
    queryKey: ["chat", "with", contactId],
    // Another tab, or another device, may have read or written meanwhile.
    staleTime: 0,
    queryFn: async ({ client, queryKey }) => {
      const { chat } = await call("chat", { query: { contactId } });
      const hadUnread = client
        .getQueryData(contactsQuery.queryKey)
        ?.some(({ id, unread }) => id === contactId && unread > 0);
      if (hadUnread) {
        client.setQueryData(contactsQuery.queryKey, (contacts) => contacts && withoutUnread(contacts, contactId));
        void client.invalidateQueries({ queryKey: contactsQuery.queryKey });
      }
      return withOlder(chat, client.getQueryData<Chat>(queryKey));
    },
  });

const withoutUnread = (contacts: readonly ChatContact[], contactId: string) =>
  contacts.map((contact) => (contact.id === contactId ? { ...contact, unread: 0 } : contact));

/** Fetches what stands before the oldest message that is shown. */
export async function fetchOlder(queries: QueryClient, contactId: string): Promise<void> {
  const { queryKey } = chatQuery(contactId);
  const before = queries.getQueryData(queryKey)?.dialog[0]?.id;
  if (before === undefined) return;
  const { chat: page } = await call("chat", { query: { contactId, before } });
  queries.setQueryData(queryKey, (chat) =>
    // Fetched anew meanwhile, it may begin elsewhere.
    chat?.dialog[0]?.id === before ? { ...chat, dialog: [...page.dialog, ...chat.dialog], older: page.older } : chat,
  );
}

const isUnderWay = (queries: QueryClient, queryKey: QueryKey) =>
  queries.getQueryState(queryKey)?.fetchStatus === "fetching";

/**
 * Puts a message into a chat that has been fetched, or is being fetched: an answer that is on its way may be from before
 * the message.
 */
export async function addMessage(queries: QueryClient, contactId: string, message: ChatMessage): Promise<void> {
  const query = chatQuery(contactId);
  const add = () =>
    queries.setQueryData(query.queryKey, (chat) => chat && { ...chat, dialog: withMessage(chat.dialog, message) });
  add();
  if (!isUnderWay(queries, query.queryKey)) return;
  await queries.fetchQuery(query).catch(() => undefined);
  add();
}

/** Asks for the contacts anew, though a first answer be on its way: it may be from before what has just happened. */
export async function refreshContacts(queries: QueryClient): Promise<void> {
  const isFirst = queries.getQueryData(contactsQuery.queryKey) === undefined;
  if (isFirst && isUnderWay(queries, contactsQuery.queryKey))
    await queries.fetchQuery(contactsQuery).catch(() => undefined);
  await queries.invalidateQueries({ queryKey: contactsQuery.queryKey });
}
