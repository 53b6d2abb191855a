import type { ChatMessage } from "@reelcast/contract";
import { expect, it } from "vitest";
import { arrived, messageText, newest, outboxAfter, waiting, withMessage } from "./outbox.ts";
import type { Outbox, OutboxEvent } from "./outbox.ts";

const ME = "7";
const DESK = "support";
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const said = (who: string, message: string, second: number): ChatMessage => ({ who, message, time: at(second) });
const send = (key: string, text: string, second: number): OutboxEvent => ({
  kind: "send",
  message: { key, contactId: DESK, text, time: at(second), after: Date.parse(at(second)) },
});
const after = (...events: OutboxEvent[]) => events.reduce<Outbox>(outboxAfter, []);
const shown = (outbox: Outbox, dialog: ChatMessage[] = []) =>
  waiting(outbox, DESK, dialog, ME).map(({ text, state }) => `${text} ${state}`);

it("shows what was written at once, until the chat has it", () => {
  const outbox = after(send("a", "hello", 0));
  expect(shown(outbox)).toEqual(["hello sending"]);
  expect(shown(outboxAfter(outbox, { kind: "sent", key: "a", sentAt: at(1) }))).toEqual([]);
});

it("keeps a message that failed with its reason, and sends it again in its place", () => {
  const failed = after(send("a", "one", 0), send("b", "two", 0), { kind: "failed", key: "a", problem: "no answer" });
  expect(shown(failed)).toEqual(["one failed", "two sending"]);
  expect(failed[0]?.problem).toBe("no answer");
  const again = outboxAfter(failed, { kind: "retry", key: "a" });
  expect(shown(again)).toEqual(["one sending", "two sending"]);
  expect(again[0]?.problem).toBeUndefined();
});

it("takes a message whose answer was lost for sent when the chat has it", () => {
  const outbox = after(send("a", "hello", 5), { kind: "failed", key: "a", problem: "no answer" });
  // The same words from before are another message; from somebody else, too.
  expect(shown(outbox, [said(ME, "hello", 5), said(DESK, "hello", 6)])).toEqual(["hello failed"]);
  const dialog = [said(ME, "hello", 5), said(ME, "hello", 7)];
  expect(shown(outbox, dialog)).toEqual([]);
  expect(arrived(outbox, DESK, dialog, ME).get("a")?.time).toBe(at(7));
});

it("takes one message for one of two of the same words, not for both", () => {
  const outbox = after(send("a", "ok", 0), send("b", "ok", 0), { kind: "failed", key: "a", problem: "no answer" });
  expect(shown(outbox, [said(ME, "ok", 3)])).toEqual(["ok sending"]);
  // Confirmed as the second one, it is not the first.
  const confirmed = outboxAfter(outbox, { kind: "sent", key: "b", sentAt: at(3) });
  expect(shown(confirmed, [said(ME, "ok", 3)])).toEqual(["ok failed"]);
});

it("does not undo what is sent", () => {
  const sent = after(send("a", "hello", 0), { kind: "sent", key: "a", sentAt: at(1) });
  expect(outboxAfter(sent, { kind: "failed", key: "a", problem: "late" })).toEqual(sent);
  expect(outboxAfter(sent, { kind: "retry", key: "a" })).toEqual(sent);
});

it("forgets sent ones in time, and never one that has not been sent", () => {
  let outbox = after(send("kept", "kept", 0), { kind: "failed", key: "kept", problem: "" });
  for (let index = 0; index < 200; index += 1)
    outbox = [send(`${index}`, "x", index), { kind: "sent" as const, key: `${index}`, sentAt: at(index) }].reduce(
      outboxAfter,
      outbox,
    );
  expect(outbox.length).toBeLessThan(60);
  expect(shown(outbox)).toEqual(["kept failed"]);
});

it("puts what comes in by its time, once", () => {
  const dialog = [said(DESK, "a", 1), said(ME, "c", 3)];
  const more = withMessage(dialog, said(DESK, "b", 2));
  expect(more.map(({ message }) => message).join("")).toBe("abc");
  expect(withMessage(more, said(DESK, "b", 2))).toEqual(more);
  expect(newest(more)).toBe(Date.parse(at(3)));
  expect(newest([])).toBe(0);
});

it.each([
  [" \n\t ", ""],
  ["\u0000", ""],
  [" a\r\nb\u0007 ", "a\nb"],
])("sends of %j what the server would keep of it", (raw, text) => expect(messageText(raw)).toBe(text));
