/** Sends what is in the outbox, one message after the other, and keeps what could not be sent until it is sent again. */
import { SerialQueue } from "@reelcast/contract/serialQueue";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { currentLogin, onSession } from "../../auth/session.ts";
import { errorText } from "../../i18n/index.ts";
import { outboxAfter } from "./outbox.ts";
import type { Outbox, OutboxEvent } from "./outbox.ts";
import { addMessage, call, chatQuery } from "./queries.ts";

let outbox: Outbox = [];
/** In the order in which they were written. */
const queue = new SerialQueue();
const listeners = new Set<() => void>();

function happen(event: OutboxEvent): void {
  outbox = outboxAfter(outbox, event);
  for (const listener of listeners) listener();
}
// Nothing of one player stays for the next.
let owner = currentLogin()?.user.id;
onSession(() => {
  const next = currentLogin()?.user.id;
  if (next !== owner) outbox = [];
  owner = next;
});

export function useOutbox(): Outbox {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => outbox,
  );
}

/** Tried as often as one likes: the key goes along, so that the house takes it for the same message. */
async function attempt(queries: QueryClient, key: string): Promise<void> {
  const entry = outbox.find((one) => one.key === key);
  if (!entry) return;
  const { contactId, text } = entry;
  const { queryKey } = chatQuery(contactId);
  try {
    const chat = queries.getQueryData(queryKey) ?? (await call("chat", { query: { contactId } })).chat;
    const body = { chatId: chat.id, messageText: text, contactId, clientId: key };
    const { message } = await call("sendMessage", { body });
    await addMessage(queries, contactId, message);
    happen({ kind: "sent", key });
  } catch (error) {
    happen({ kind: "failed", key, problem: errorText(error) });
  }
}

/** It stands in the chat, whatever became of the answer. */
export const confirmSent = (key: string): void => happen({ kind: "sent", key });

/** Sends a message that is not empty. It shows at once. */
export function send(queries: QueryClient, contactId: string, text: string): void {
  const key = crypto.randomUUID();
  happen({ kind: "send", message: { key, contactId, text, time: new Date().toISOString() } });
  void queue.enqueue(() => attempt(queries, key));
}
/** Sends one that failed again. Should it have arrived after all, that is what is answered. */
export function sendAgain(queries: QueryClient, key: string): void {
  if (outbox.find((one) => one.key === key)?.state !== "failed") return;
  happen({ kind: "retry", key });
  void queue.enqueue(() => attempt(queries, key));
}
