import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordAct } from "../audit/index.ts";
import { momentOf } from "./audit.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  await house.run("brand", "add", "Kuzey", "--why", "=HYPERLINK(1)", "--by", "ayşe");
  await house.run("machine", "add", "Kuzey", "Ateş", "--skin", "polar-fire", "--by", "@mehmet");
});
afterAll(() => house.close());

/** The output of a command as a stream. */
async function written(...words: string[]): Promise<string> {
  let text = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk, ...rest: unknown[]) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    for (const done of rest) if (typeof done === "function") done();
    return true;
  });
  try {
    await house.run(...words);
  } finally {
    spy.mockRestore();
  }
  return text;
}

test("a list shows the newest first, page by page, without control characters", async () => {
  const first = await house.run("audit", "list", "--limit", "1");
  expect(first).toContain("machine.add");
  expect(first).toContain("Earlier ones: add --before 2");
  const second = await house.run("audit", "list", "--limit", "1", "--before", "2");
  expect(second).toContain("brand.add");
  expect(second).toContain("=HYPERLINK(1)");
  expect(await house.run("audit", "list", "--by", "nobody")).toBe("There are no such acts.");
  // As a row of an earlier version may have them.
  const row = {
    by: "eda",
    via: "command",
    from: null,
    act: "brand.add",
    target: null,
    before: null,
    after: null,
  } as const;
  await recordAct(house.database.db, { ...row, why: "earlier\u001b[2J" });
  expect(await house.run("audit", "list", "--by", "eda")).toContain("earlier�[2J");
});

test("an export as CSV holds no formulas, as JSON one object a line, and is itself recorded", async () => {
  const csv = await written("audit", "export", "--by", "leyla");
  expect(csv).toContain(",'@mehmet,");
  expect(csv).toContain(",'=HYPERLINK(1)");
  const lines = (await written("audit", "export", "--format", "json", "--of", "ayşe")).trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { act: string }).act)).toEqual(["brand.add"]);
  expect((await house.acts("audit.export")).map(({ by, target }) => [by, target])).toEqual([
    ["leyla", "csv"],
    [expect.any(String), "json"],
  ]);
});

test("verify prints the head, which a later run takes", async () => {
  const said = await house.run("audit", "verify");
  const head = /Head: (\S+)$/.exec(said)?.[1] ?? "";
  await house.run("brand", "add", "Güney");
  expect(await house.run("audit", "verify", "--expect", head)).toContain("is whole");
  await expect(house.run("audit", "verify", "--expect", "1")).rejects.toThrow("what an earlier run printed");
});

test("moments are in UTC, and a day is a whole day", () => {
  expect(momentOf("2026-11-22")?.toISOString()).toBe("2026-11-22T00:00:00.000Z");
  expect(momentOf("2026-11-22", true)?.toISOString()).toBe("2026-11-23T00:00:00.000Z");
  expect(momentOf("2026-11-22T14:30", true)?.toISOString()).toBe("2026-11-22T14:30:00.000Z");
  for (const wrong of ["yesterday", "2026-02-31", "2026-11-22T25:00", "22.11.2026"])
    expect(() => momentOf(wrong), wrong).toThrow("is not a moment");
});

test("the server's quarantine of a machine is recorded in the same transaction", async () => {
  const { db } = house.database;
  const quarantine = (reason: string | null) =>
    sql`update machines set quarantined = ${reason} where name = 'Ateş'`.execute(db);
  await quarantine("meters differ");
  await quarantine(null);
  const acts = (await house.acts()).filter(({ by }) => by === "system");
  expect(acts.map(({ act, target, after }) => [act, target, after])).toEqual([
    ["machine.quarantine", "machine 1", { quarantined: "meters differ" }],
    ["machine.lift-quarantine", "machine 1", { quarantined: null }],
  ]);
});
