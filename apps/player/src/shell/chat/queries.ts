/** What the chat asks the server for, and under which keys the answers are kept. */
import { TEMPLATE_CALLS } from "@reelcast/contract";
import type { ChatContact, ChatMessage } from "@reelcast/contract";
import { queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { clientOf } from "../../api/index.ts";
import { withMessage } from "./outbox.ts";

/** The contact that is the house itself. */
export const SUPPORT = "support";
export const call = clientOf(TEMPLATE_CALLS);

export const contactsQuery = queryOptions({
  queryKey: ["chat", "contacts"],
  queryFn: () => call("chatContacts"),
});
export const userQuery = queryOptions({ queryKey: ["chat", "user"], queryFn: () => call("chatUser") });

/** Fetching a chat is reading it: the server counts nothing of it as unread from then on. */
export const chatQuery = (contactId: string) =>
  queryOptions({
    queryKey: ["chat", "with", contactId],
    // Another tab, or another device, may have read or written meanwhile.
    staleTime: 0,
    queryFn: async ({ client }) => {
      const { chat } = await call("chat", { query: { contactId } });
      const hadUnread = client
        .getQueryData(contactsQuery.queryKey)
        ?.some(({ id, unread }) => id === contactId && unread > 0);
      if (hadUnread) {
        client.setQueryData(contactsQuery.queryKey, (contacts) => contacts && withoutUnread(contacts, contactId));
        void client.invalidateQueries({ queryKey: contactsQuery.queryKey });
      }
      return chat;
    },
  });

const withoutUnread = (contacts: readonly ChatContact[], contactId: string) =>
  contacts.map((contact) => (contact.id === contactId ? { ...contact, unread: 0 } : contact));

/** Puts a message into a chat that has been fetched. */
export function addMessage(queries: QueryClient, contactId: string, message: ChatMessage): void {
  queries.setQueryData(
    chatQuery(contactId).queryKey,
    (chat) => chat && { ...chat, dialog: withMessage(chat.dialog, message) },
  );
}
