/** Events and notes as the operator writes them and players find them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { addNotice, listNotices, momentOf, quickPanel, removeNotice, translateNotice } from "./index.ts";

const ZONE = "Europe/Istanbul";
const HOUR_MS = 3_600_000;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const add = (kind: "event" | "note", title: string, at: Date | null = null) =>
  addNotice(database.db, { kind, title, detail: `${title}…`, at });

it("players find events from today on, the next first, and notes, the newest first", async () => {
  await add("event", "later", inHours(72));
  await add("event", "past", inHours(-30));
  const next = await add("event", "next", inHours(48));
  await add("event", "now", inHours(0));
  await add("note", "old");
  await add("note", "new");
  const { events, notes } = await quickPanel(database.db, ZONE);
  expect(events.map(({ title }) => title)).toEqual(["now", "next", "later"]);
  expect(events[1]).toEqual({ id: next, title: "next", detail: "next…", texts: {}, at: expect.stringMatching(/Z$/) });
  expect(notes.map((note) => [note.title, note.at])).toEqual([
    ["new", undefined],
    ["old", undefined],
  ]);
  expect(await removeNotice(database.db, next)).toBe(true);
  expect(await removeNotice(database.db, next)).toBe(false);
  expect((await quickPanel(database.db, ZONE)).events.map(({ title }) => title)).toEqual(["now", "later"]);
  // The operator sees past ones too.
  expect((await listNotices(database.db)).map(({ title }) => title)).toEqual(["past", "now", "later", "new", "old"]);
});

it("an invalid notice is refused with one sentence, and so is one above the maximum", async () => {
  await expect(add("event", "no date")).rejects.toThrow("--at");
  await expect(add("note", "a date", inHours(1))).rejects.toThrow("no date");
  await expect(add("note", " ")).rejects.toThrow("1 to 120");
  await expect(add("note", "x".repeat(121))).rejects.toThrow("1 to 120");
  for (let count = 0; count < 50; count += 1) await add("note", `${count}`);
  await expect(add("note", "one too many")).rejects.toThrow("50 notes");
  await add("event", "of another kind", inHours(1));
});

it("a notice has texts in other languages, each of which can be replaced", async () => {
  const id = await add("note", "Gala");
  await translateNotice(database.db, id, "en", { title: "A gala", detail: "tonight" });
  await translateNotice(database.db, id, "ar", { title: "حفل", detail: "الليلة" });
  await translateNotice(database.db, id, "en", { title: " The gala ", detail: "at nine" });
  expect((await quickPanel(database.db, ZONE)).notes).toEqual([
    {
      id,
      title: "Gala",
      detail: "Gala…",
      texts: { en: { title: "The gala", detail: "at nine" }, ar: { title: "حفل", detail: "الليلة" } },
    },
  ]);
  await expect(translateNotice(database.db, id, "en", { title: " ", detail: "" })).rejects.toThrow("1 to 120");
  await removeNotice(database.db, id);
  await expect(translateNotice(database.db, id, "en", { title: "x", detail: "" })).rejects.toThrow("no notice");
});

it("a moment is in the house's time zone", async () => {
  const moment = async (text: string, zone = ZONE) => (await momentOf(database.db, text, zone)).toISOString();
  expect(await moment("2026-12-31T21:00")).toBe("2026-12-31T18:00:00.000Z");
  expect(await moment("2026-07-01", "Europe/Berlin")).toBe("2026-06-30T22:00:00.000Z");
  for (const wrong of ["tomorrow", "2026-02-31", "2026-12-31T25:00", "2026-12-31 21:00", "31.12.2026", "infinity"])
    await expect(moment(wrong), wrong).rejects.toThrow("is not a moment");
});
