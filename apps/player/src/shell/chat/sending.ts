/** Sends what is in the outbox, one message after the other, and keeps what could not be sent until it is sent again. */
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { currentLogin, onSession } from "../../auth/session.ts";
import { errorText } from "../../i18n/index.ts";
import { arrived, newest, outboxAfter } from "./outbox.ts";
import type { Outbox, OutboxEvent } from "./outbox.ts";
import { addMessage, call, chatQuery } from "./queries.ts";

let outbox: Outbox = [];
let written = 0;
/** In the order in which they were written. */
let line: Promise<void> = Promise.resolve();
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

/** @param again whether it has been tried before, and may have arrived without an answer */
async function attempt(queries: QueryClient, me: string, key: string, again: boolean): Promise<void> {
  const entry = outbox.find((one) => one.key === key);
  if (!entry) return;
  const { contactId, text } = entry;
  const query = chatQuery(contactId);
  try {
    const chat = await queries.fetchQuery({ ...query, staleTime: again ? 0 : Infinity });
    const stands = again ? arrived(outbox, contactId, chat.dialog, me).get(key) : undefined;
    if (stands) {
      happen({ kind: "sent", key, sentAt: stands.time });
      return;
    }
    const { message } = await call("sendMessage", { body: { chatId: chat.id, messageText: text, contactId } });
    // A chat that is on its way may be from before this message.
    await queries.cancelQueries({ queryKey: query.queryKey });
    addMessage(queries, contactId, message);
    happen({ kind: "sent", key, sentAt: message.time });
    void queries.invalidateQueries({ queryKey: query.queryKey });
  } catch (error) {
    happen({ kind: "failed", key, problem: errorText(error) });
  }
}

/** Sends a message that is not empty. It shows at once. */
export function send(queries: QueryClient, me: string, contactId: string, text: string): void {
  const dialog = queries.getQueryData(chatQuery(contactId).queryKey)?.dialog ?? [];
  const key = `${(written += 1)}`;
  const time = new Date().toISOString();
  happen({ kind: "send", message: { key, contactId, text, time, after: newest(dialog) } });
  line = line.then(() => attempt(queries, me, key, false));
}
/** Sends one that failed again, unless it turns out to have arrived. */
export function sendAgain(queries: QueryClient, me: string, key: string): void {
  if (outbox.find((one) => one.key === key)?.state !== "failed") return;
  happen({ kind: "retry", key });
  line = line.then(() => attempt(queries, me, key, true));
}
