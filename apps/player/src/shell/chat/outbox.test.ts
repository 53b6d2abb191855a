import type { Chat, ChatMessage } from "@reelcast/contract";
import { expect, it } from "vitest";
import { messageText, reduceOutbox, waiting, withMessage, withOlder } from "./outbox.ts";
import type { Outbox, OutboxEvent } from "./outbox.ts";

const ME = "7";
const DESK = "support";
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const said = (who: string, message: string, id: number, clientId?: string): ChatMessage => ({
  id,
  who,
  message,
  time: at(id),
  ...(clientId !== undefined && { clientId }),
});
const send = (key: string, text: string, second: number): OutboxEvent => ({
  kind: "send",
  message: { key, contactId: DESK, text, time: at(second) },
});
const after = (...events: OutboxEvent[]) => events.reduce<Outbox>(reduceOutbox, []);
const shown = (outbox: Outbox, dialog: ChatMessage[] = []) =>
  waiting(outbox, DESK, dialog).map(({ text, state }) => `${text} ${state}`);

it("shows what was written at once, until the chat has it", () => {
  const outbox = after(send("a", "hello", 0));
  expect(shown(outbox)).toEqual(["hello sending"]);
  expect(shown(reduceOutbox(outbox, { kind: "sent", key: "a" }))).toEqual([]);
});

it("keeps a message that failed with its reason, and sends it again in its place", () => {
  const failed = after(send("a", "one", 0), send("b", "two", 0), { kind: "failed", key: "a", problem: "no answer" });
  expect(shown(failed)).toEqual(["one failed", "two sending"]);
  expect(failed[0]?.problem).toBe("no answer");
  const again = reduceOutbox(failed, { kind: "retry", key: "a" });
  expect(shown(again)).toEqual(["one sending", "two sending"]);
  expect(again[0]?.problem).toBeUndefined();
});

it("shows one whose answer was lost, or comes later than the message itself, once", () => {
  const outbox = after(send("a", "hello", 5), { kind: "failed", key: "a", problem: "no answer" });
  // The same words from another tab are another message; so are somebody else's.
  expect(shown(outbox, [said(ME, "hello", 7, "b"), said(DESK, "hello", 8)])).toEqual(["hello failed"]);
  expect(shown(outbox, [said(ME, "hello", 7, "b"), said(ME, "hello", 9, "a")])).toEqual([]);
});

it("puts what comes in by its number, once", () => {
  const dialog = [said(DESK, "a", 1), said(ME, "c", 3)];
  const more = withMessage(dialog, said(DESK, "b", 2));
  expect(more.map(({ message }) => message).join("")).toBe("abc");
  expect(withMessage(more, said(DESK, "b", 2))).toEqual(more);
  // The same words at the same moment are two messages all the same.
  expect(withMessage(more, { ...said(DESK, "b", 2), id: 4 })).toHaveLength(4);
  expect(withMessage([], said(DESK, "a", 1))).toHaveLength(1);
});

it("keeps older pages over a fetch of the newest, unless something is missing in between", () => {
  const chat = (from: number, to: number, older: boolean): Chat => ({
    id: "chat",
    dialog: Array.from({ length: to - from + 1 }, (_, index) => said(DESK, "", from + index)),
    older,
  });
  expect(withOlder(chat(5, 9, true), chat(1, 7, false))).toEqual(chat(1, 9, false));
  expect(withOlder(chat(5, 9, true), chat(1, 3, false))).toEqual(chat(5, 9, true));
  expect(withOlder(chat(5, 9, true), chat(6, 8, false))).toEqual(chat(5, 9, true));
  expect(withOlder(chat(5, 9, true), undefined)).toEqual(chat(5, 9, true));
});

it.each([
  [" \n\t ", ""],
  ["\u0000", ""],
  ["\u200b\u3164 \u2800", ""],
  [" a\r\nb\u0007 ", "a\nb"],
  ["👩‍🚀", "👩‍🚀"],
])("sends of %j what the server would keep of it", (raw, text) => expect(messageText(raw)).toBe(text));
