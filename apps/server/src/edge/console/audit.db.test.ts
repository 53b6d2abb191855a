/** The audit log over the console's calls: search in both directions while rows come, one row, the chain, and the export. */
import { ErrorCode } from "@reelcast/contract";
import { AuditChain, AuditPage } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordAct, searchActs } from "../../audit/index.ts";
import type { Act } from "../../audit/index.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let risk: StaffClient;
beforeEach(async () => {
  house = await openConsoleHouse();
  risk = await house.member("Rıza", ["risk"]);
});
afterEach(() => house.close());

const record = (act: Partial<Act>) =>
  recordAct(house.app.domain.storage.db, {
    by: "Deniz",
    via: "command",
    from: "deniz@host",
    act: "player.note",
    target: null,
    before: null,
    after: null,
    why: null,
    ...act,
  });
async function search(query: Record<string, string | number> = {}) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]));
  return AuditPage.parse((await house.call("GET", `/audit?${text.toString()}`, undefined, risk)).body);
}
const whys = ({ items }: AuditPage) => items.map(({ why }) => why);

it("pages go back and forth without a gap or a repetition while rows come", async () => {
  for (let n = 1; n <= 25; n += 1) await record({ act: "test.row", why: `row ${n}` });
  const newest = await search({ act: "test", limit: 10 });
  expect(whys(newest)).toEqual(Array.from({ length: 10 }, (_, index) => `row ${25 - index}`));
  for (let n = 26; n <= 40; n += 1) await record({ act: "test.row", why: `row ${n}` });
  const older = await search({ act: "test", limit: 10, before: newest.older ?? 0 });
  expect(whys(older)).toEqual(Array.from({ length: 10 }, (_, index) => `row ${15 - index}`));
  const oldest = await search({ act: "test", limit: 10, before: older.older ?? 0 });
  expect([whys(oldest).at(-1), oldest.items.length, oldest.older]).toEqual(["row 1", 5, null]);
  const newer = await search({ act: "test", limit: 10, after: newest.newer ?? 0 });
  expect(whys(newer)).toEqual(Array.from({ length: 10 }, (_, index) => `row ${35 - index}`));
  const rest = await search({ act: "test", limit: 10, after: newer.newer ?? 0 });
  expect(whys(rest)).toEqual(["row 40", "row 39", "row 38", "row 37", "row 36"]);
  const nothing = await search({ act: "test", limit: 10, after: rest.newer ?? 0 });
  expect(nothing.items).toEqual([]);
  // What comes after an empty page is found from there.
  await record({ act: "test.row", why: "row 41" });
  expect(whys(await search({ act: "test", after: nothing.newer ?? 0 }))).toEqual(["row 41"]);
});

it("each filter holds, and all together", async () => {
  await record({
    by: "Ece",
    via: "console",
    act: "player.credit",
    target: "player 7",
    why: "İade",
    after: { amount: 5 },
  });
  await record({ by: "Ece", act: "player.ban", target: "player 8", after: { outcome: "refused", because: "%_odd\\" } });
  await record({ by: "Can", act: "playerless.act" });
  const acts = async (query: Record<string, string>) => (await search(query)).items.map(({ act }) => act);
  expect(await acts({ by: "Ece" })).toEqual(["player.ban", "player.credit"]);
  expect(await acts({ by: "Ece", via: "console" })).toEqual(["player.credit"]);
  expect(await acts({ act: "player", by: "Ece" })).toEqual(["player.ban", "player.credit"]);
  expect(await acts({ act: "playerless" })).toEqual(["playerless.act"]);
  expect(await acts({ target: "player 8" })).toEqual(["player.ban"]);
  expect(await acts({ text: "iade" })).toEqual(["player.credit"]);
  expect(await acts({ text: "%_ODD\\" })).toEqual(["player.ban"]);
  expect(await acts({ text: "%" })).toEqual(["player.ban"]);
  expect(await acts({ text: "", by: "Can" })).toEqual(["playerless.act"]);
  expect((await search({ act: "player.ban" })).items[0]).toMatchObject({ outcome: "refused" });
  const [, first] = (await search({ by: "Ece" })).items;
  expect(await acts({ by: "Ece", to: first?.at ?? "" })).toEqual([]);
  expect(await acts({ by: "Ece", from: first?.at ?? "", to: new Date(Date.now() + 60_000).toISOString() })).toEqual([
    "player.ban",
    "player.credit",
  ]);
  expect((await house.call("GET", "/audit/words", undefined, risk)).body).toMatchObject({
    by: expect.arrayContaining(["Can", "Ece"]),
    acts: expect.arrayContaining(["player.ban", "playerless.act"]),
  });
});

it("a text that is rare is found over several pages, each of which reads a part", async () => {
  await record({ why: "needle" });
  for (let n = 1; n <= 25; n += 1) await record({ act: "test.many", target: `thing ${n}` });
  const { db } = house.app.domain.storage;
  const page = (before?: number) => searchActs(db, { text: "Needle" }, { limit: 10, before }, 20);
  const first = await page();
  expect(first.items).toEqual([]);
  expect(first.older).not.toBeNull();
  const second = await page(first.older ?? 0);
  expect([second.items.map(({ why }) => why), second.older]).toEqual([["needle"], null]);
});

it("one row has both states and its hash; there is no row of the next number", async () => {
  await record({ act: "machine.out-of-order", before: { state: "free" }, after: { state: "outOfOrder", nested: [1] } });
  const [row] = (await search()).items;
  expect((await house.call("GET", `/audit/rows/${row?.seq}`, undefined, risk)).body).toMatchObject({
    before: { state: "free" },
    after: { state: "outOfOrder", nested: [1] },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await house.call("GET", `/audit/rows/${(row?.seq ?? 0) + 1}`, undefined, risk)).code).toBe(
    ErrorCode.NotFound,
  );
});

describe("the export", () => {
  const exported = async (query: string) =>
    String((await house.call("GET", `/audit/export?${query}`, undefined, risk)).body["list"]);

  it("has exactly the rows of the search, and is a row of the log itself", async () => {
    for (let n = 1; n <= 30; n += 1) await record({ act: "test.row", target: `thing ${n % 3}`, why: `row ${n}` });
    const wanted = whys(await search({ target: "thing 1", limit: 100 })).toReversed();
    const lines = (await exported("target=thing%201")).trim().split("\r\n");
    expect(lines[0]).toContain("seq,at,by,via,from,act,target,before,after,why");
    expect(lines.slice(1).map((line) => line.split(",").at(-1))).toEqual(wanted);
    expect(wanted).toHaveLength(10);
    expect(await house.acts("audit.export")).toMatchObject([
      { by: "Rıza", via: "console", after: { filter: { target: "thing 1" } } },
    ]);
    // The row of an export is not in it.
    expect(await exported("act=audit.export")).toMatch(/audit\.export/);
    expect((await exported("act=audit.export")).match(/audit\.export,csv/g)).toHaveLength(2);
  });

  it("is refused to those who may not read the log, and their attempt reads nothing", async () => {
    const support = await house.member("Seda", ["support"]);
    for (const path of ["/audit", "/audit/export", "/audit/rows/1", "/audit/words", "/audit/chain"])
      expect((await house.call("GET", path, undefined, support)).code, path).toBe(ErrorCode.NotPermitted);
    expect((await house.call("POST", "/audit/verify", undefined, support)).code).toBe(ErrorCode.NotPermitted);
    expect(await house.acts("audit.export")).toEqual([]);
  });
});

it("the chain is verified on request; a changed row is named, and the result is kept", async () => {
  await record({ why: "row" });
  const chain = async (method: "GET" | "POST", path: string) =>
    AuditChain.parse((await house.call(method, path, undefined, risk)).body);
  expect((await chain("GET", "/audit/chain")).verified).toBeNull();
  const { verified, head } = await chain("POST", "/audit/verify");
  expect(verified).toMatchObject({ by: "Rıza", broken: null, rows: head.seq - 1, seq: head.seq - 1 });
  const { seq } = (await search()).items.find(({ why }) => why === "row") ?? { seq: 0 };
  const { superuser } = house.app.database;
  await sql`set session_replication_role = replica`.execute(superuser);
  await sql`update audit_log set why = 'another' where seq = ${seq}`.execute(superuser);
  await sql`set session_replication_role = origin`.execute(superuser);
  expect((await chain("POST", "/audit/verify")).verified?.broken).toContain(`row ${seq}`);
  expect((await chain("GET", "/audit/chain")).verified?.broken).toContain(`row ${seq}`);
});
