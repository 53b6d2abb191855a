/**
 * What a player has written and the house has not confirmed: shown at once, kept when it fails, and never twice in a
 * chat. A message has no id on the wire, so whether one whose answer was lost has arrived after all is read from the
 * chat itself: an own message of the same words, newer than the chat was when it was first sent. Pure.
 */
import type { ChatMessage } from "@reelcast/contract";

export interface Outgoing {
  /** Of this browser alone. */
  key: string;
  contactId: string;
  text: string;
  /** When it was written, by this browser's clock. */
  time: string;
  /** The server's time of the newest message that was in the chat then, milliseconds; 0 for an empty chat. */
  after: number;
  /** sent: it stands in the chat as the message of `sentAt`, and no other one of the same words is it. */
  state: "sending" | "failed" | "sent";
  sentAt?: string;
  /** Why it failed, in words. */
  problem?: string;
}
export type Outbox = readonly Outgoing[];
export type OutboxEvent =
  | { kind: "send"; message: Pick<Outgoing, "key" | "contactId" | "text" | "time" | "after"> }
  | { kind: "retry"; key: string }
  | { kind: "failed"; key: string; problem: string }
  | { kind: "sent"; key: string; sentAt: string };

/** What the server keeps of a text: no blanks at its ends, and of control characters only line breaks and tabs. */
export function messageText(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}

/** Sent ones are kept to know their words by; older ones than these can't be mistaken any more. */
const SENT_KEPT = 50;

export function outboxAfter(outbox: Outbox, event: OutboxEvent): Outbox {
  if (event.kind === "send") {
    const sent = outbox.filter(({ state }) => state === "sent");
    const kept = new Set(sent.slice(-SENT_KEPT));
    return [...outbox.filter((one) => one.state !== "sent" || kept.has(one)), { ...event.message, state: "sending" }];
  }
  return outbox.map((one): Outgoing => {
    if (one.key !== event.key || one.state === "sent") return one;
    const { problem: _, ...rest } = one;
    if (event.kind === "sent") return { ...rest, state: "sent", sentAt: event.sentAt };
    if (event.kind === "failed") return { ...rest, state: "failed", problem: event.problem };
    return { ...rest, state: "sending" };
  });
}

const sameMoment = (a: string, b: string) => Date.parse(a) === Date.parse(b);

/** Which unconfirmed messages to a contact stand in the chat after all, by key, and as which message. */
export function arrived(outbox: Outbox, contactId: string, dialog: readonly ChatMessage[], me: string) {
  const ours = outbox.filter((one) => one.contactId === contactId);
  const free = dialog.filter(
    ({ who, time, message }) =>
      who === me &&
      !ours.some((one) => one.sentAt !== undefined && sameMoment(one.sentAt, time) && one.text === message),
  );
  const found = new Map<string, ChatMessage>();
  for (const { key, text, after, state } of ours) {
    if (state === "sent") continue;
    const index = free.findIndex(({ message, time }) => message === text && Date.parse(time) > after);
    const [message] = index < 0 ? [] : free.splice(index, 1);
    if (message) found.set(key, message);
  }
  return found;
}

/** What is shown below the chat's own messages. */
export function waiting(outbox: Outbox, contactId: string, dialog: readonly ChatMessage[], me: string): Outgoing[] {
  const found = arrived(outbox, contactId, dialog, me);
  return outbox.filter((one) => one.contactId === contactId && one.state !== "sent" && !found.has(one.key));
}

/** The dialog with a message that came by itself; the same one twice stands once. */
export function withMessage(dialog: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const known = dialog.some(
    (one) => one.who === message.who && one.message === message.message && sameMoment(one.time, message.time),
  );
  if (known) return [...dialog];
  const place = dialog.findLastIndex(({ time }) => Date.parse(time) <= Date.parse(message.time)) + 1;
  return dialog.toSpliced(place, 0, message);
}

/** The server's time of the newest message, milliseconds; 0 where there is none. */
export function newest(dialog: readonly ChatMessage[]): number {
  return dialog.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0);
}
