/**
 * What a player has written and the house has not confirmed: shown at once, kept when it fails, and never twice in a
 * chat. Its key goes with a message and comes back with it, so that one whose answer was lost is known in the chat, and
 * sent again it is still the same. Pure.
 */
import { isVisible } from "@reelcast/contract";
import type { Chat, ChatMessage } from "@reelcast/contract";

export interface Outgoing {
  /** The message's `clientId`. */
  key: string;
  contactId: string;
  text: string;
  /** Time of writing, by this browser's clock. */
  time: string;
  state: "sending" | "failed";
  /** Why it failed, in words. */
  problem?: string;
}
export type Outbox = readonly Outgoing[];
export type OutboxEvent =
  | { kind: "send"; message: Pick<Outgoing, "key" | "contactId" | "text" | "time"> }
  | { kind: "retry"; key: string }
  | { kind: "failed"; key: string; problem: string }
  /** The chat contains it. */
  | { kind: "sent"; key: string };

/**
 * What the server keeps of a text: no blanks at its ends, and of control characters only line breaks and tabs; "" where
 * nothing would be seen.
 */
export function messageText(raw: string): string {
  const text = raw
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
  return isVisible(text) ? text : "";
}

export function reduceOutbox(outbox: Outbox, event: OutboxEvent): Outbox {
  if (event.kind === "send") return [...outbox, { ...event.message, state: "sending" }];
  if (event.kind === "sent") return outbox.filter(({ key }) => key !== event.key);
  return outbox.map((one): Outgoing => {
    if (one.key !== event.key) return one;
    const { problem: _, ...rest } = one;
    return event.kind === "failed"
      ? { ...rest, state: "failed", problem: event.problem }
      : { ...rest, state: "sending" };
  });
}

/** The messages to show below the chat's own: those that the chat does not contain yet. */
export function waiting(outbox: Outbox, contactId: string, dialog: readonly ChatMessage[]): Outgoing[] {
  const arrived = new Set(dialog.map(({ clientId }) => clientId));
  return outbox.filter((one) => one.contactId === contactId && !arrived.has(one.key));
}

/** The dialog with a pushed message. A message that is already there is not added. */
export function withMessage(dialog: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  if (dialog.some(({ id }) => id === message.id)) return [...dialog];
  return dialog.toSpliced(dialog.findLastIndex(({ id }) => id < message.id) + 1, 0, message);
}

/** A chat as it was fetched anew, with the older pages that were there already, where nothing is missing in between. */
export function withOlder(fresh: Chat, before: Chat | undefined): Chat {
  const first = fresh.dialog[0]?.id;
  if (!before || first === undefined || !before.dialog.some(({ id }) => id >= first)) return fresh;
  const older = before.dialog.filter(({ id }) => id < first);
  return older.length > 0 ? { ...fresh, dialog: [...older, ...fresh.dialog], older: before.older } : fresh;
}
