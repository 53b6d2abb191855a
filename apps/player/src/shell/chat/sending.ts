/** Sends the messages of the outbox one after the other. Those that fail stay for a retry. */
import { clock } from "@reelcast/contract/clock";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { currentLogin, onLoginChange } from "../../auth/loginState.ts";
import { errorText } from "../../i18n/index.ts";
import { reduceOutbox } from "./outbox.ts";
import type { Outbox, OutboxEvent } from "./outbox.ts";
import { addMessage, call, chatQuery } from "./queries.ts";

let outbox: Outbox = [];
/** Keeps the order of writing. */
const queue = new SerialQueue();
const listeners = new Set<() => void>();

function dispatch(event: OutboxEvent): void {
  outbox = reduceOutbox(outbox, event);
  for (const listener of listeners) listener();
}
// Another player must not see it.
let owner = currentLogin()?.user.id;
onLoginChange(() => {
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

/** Can be repeated: the server recognises the message by its key. */
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
    dispatch({ kind: "sent", key });
  } catch (error) {
    dispatch({ kind: "failed", key, problem: errorText(error) });
  }
}

/** The chat contains the message, even if the answer was lost. */
export const confirmSent = (key: string): void => dispatch({ kind: "sent", key });

/** Sends a message that is not empty. It shows at once. */
export function send(queries: QueryClient, contactId: string, text: string): void {
  const key = crypto.randomUUID();
  dispatch({ kind: "send", message: { key, contactId, text, time: new Date(clock.now()).toISOString() } });
  void queue.enqueue(() => attempt(queries, key));
}
/** Sends a failed message again. If it had arrived after all, the server answers with that one. */
export function sendAgain(queries: QueryClient, key: string): void {
  if (outbox.find((one) => one.key === key)?.state !== "failed") return;
  dispatch({ kind: "retry", key });
  void queue.enqueue(() => attempt(queries, key));
}
