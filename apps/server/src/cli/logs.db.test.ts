import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MONTH_DROPPED, verifyAudit } from "../audit/index.ts";
import { InputError } from "../input.ts";
import { OwnerNeeded, connectStorage, oldMonths } from "../storage/index.ts";
import { addTestPlayer } from "../storage/testing/index.ts";
import { stayOpen, untilLockWait } from "../storage/testing/locks.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeEach(async () => {
  house = await openTestHouse();
});
afterEach(() => house.close());

const why = ["--why", "kept as long as we must", "--by", "ayşe"];
/** The middle of a month so many months ago, in UTC. */
function ago(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15, 12));
}
const nameOf = (log: string, months: number) => `${log}_${ago(months).toISOString().slice(0, 7).replace("-", "_")}`;
const makeMonths = (log: string, from: number, until: number) =>
  sql`select add_months(${log}, ${ago(until)}::date, ${ago(from)}::date)`.execute(house.database.owner);
const logIn = (playerId: number, months: number) =>
  sql`insert into log_entries (player_id, type, at, ip) values (${playerId}, 'LOGIN_SUCCESS', ${ago(months)}, ${`10.0.0.${months}`})`.execute(
    house.database.db,
  );
const has = async (table: string) =>
  (await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(house.database.db)).rows[0]
    ?.there;
/** In the audit log as if it had been written then. Only before anything else is written. */
const actOf = (months: number, target: string) =>
  sql`insert into audit_log (at, by, via, act, target) values (${ago(months)}, 'a', 'command', 'test.act', ${target})`.execute(
    house.database.superuser,
  );

test("older months are dropped with their rows, and the rest is unchanged", async () => {
  const { db } = house.database;
  const player = await addTestPlayer(db, "ayse");
  await makeMonths("log_entries", 9, 0);
  for (const months of [9, 8, 8, 7, 6, 1, 0]) await logIn(player, months);
  await logIn(player, 30);

  const shown = await house.run("logs", "retain", "log_entries", "--months", "6", ...why);
  expect(shown).toContain("Nothing is dropped yet.");
  expect(shown).toContain(
    `- ${nameOf("log_entries", 8)}: 2 rows\n- ${nameOf("log_entries", 7)}: 1 rows\n1 rows before`,
  );
  expect(await has(nameOf("log_entries", 9))).toBe(true);
  expect(await house.acts()).toEqual([]);

  const said = await house.run("logs", "retain", "log_entries", "--months", "6", "--yes", ...why);
  expect(said).toContain(`- ${nameOf("log_entries", 9)}: 1 rows`);
  expect(said).toContain("stay, in log_entries_default.");
  for (const months of [9, 8, 7]) expect(await has(nameOf("log_entries", months)), `${months}`).toBe(false);
  expect(await has(nameOf("log_entries", 6))).toBe(true);
  const acts = await house.acts("logs.drop-month");
  expect(acts.map(({ target, before, by }) => [target, (before as { rows: number }).rows, by])).toEqual([
    [nameOf("log_entries", 9), 1, "ayşe"],
    [nameOf("log_entries", 8), 2, "ayşe"],
    [nameOf("log_entries", 7), 1, "ayşe"],
  ]);
  expect((await house.acts("logs.retain")).map(({ after }) => (after as { outcome: string }).outcome)).toEqual([
    "asked",
    "done",
  ]);
  expect(await verifyAudit(db)).toMatchObject({ broken: null, rows: 5 });
  const rows = await db.selectFrom("log_entries").select("ip").where("player_id", "=", player).orderBy("id").execute();
  expect(rows.map(({ ip }) => ip)).toEqual(["10.0.0.6", "10.0.0.1", "10.0.0.0", "10.0.0.30"]);
  expect(await house.run("logs", "retain", "log_entries", "--months", "6", "--yes", ...why)).toContain(
    "No month of log_entries ends before",
  );
});

test("a chat continues without its old messages", async () => {
  const { db } = house.database;
  await house.run("player", "add", "ayse", "--email", "a@example.com", "--password", "uzun bir sifre");
  await makeMonths("chat_messages", 3, 0);
  await house.run("chat", "answer", "ayse", "Merhaba");
  await sql`insert into chat_messages (chat_id, author_id, text, at)
    select chat_id, 1, 'eski', ${ago(2)} from chat_messages`.execute(db);
  await house.run("logs", "retain", "chat_messages", "--months", "1", "--yes", ...why);
  expect(await db.selectFrom("chat_messages").select("text").execute()).toEqual([{ text: "Merhaba" }]);
  await house.run("chat", "answer", "ayse", "Buyurun");
  expect(await db.selectFrom("chat_messages").select("text").orderBy("id").execute()).toHaveLength(2);
  await house.run("chat", "read", "ayse");
  await house.run("chat", "list");
});

test("the audit log stays valid when its months are dropped one after the other, including the acts that recorded the drops", async () => {
  await makeMonths("audit_log", 66, 60);
  for (const months of [66, 66, 64]) await actOf(months, `${months}`);
  const { db } = house.database;
  const retain = (...more: string[]) => house.run("logs", "retain", "audit_log", ...more, ...why);
  await expect(retain("--months", "60", "--yes")).rejects.toThrow("--audit");
  await retain("--months", "60", "--audit", "--yes");
  expect(await has(nameOf("audit_log", 66))).toBe(false);
  expect(await verifyAudit(db)).toMatchObject({ broken: null });
  expect(await verifyAudit(db, { last: (await verifyAudit(db)).head.seq - 1 })).toMatchObject({ broken: null });
  const [first] = await house.acts(MONTH_DROPPED);
  expect(first).toMatchObject({ target: nameOf("audit_log", 66), before: { rows: 2, firstSeq: 1, lastSeq: 2 } });
});

test("a month is dropped that has the act which recorded an earlier drop", async () => {
  await makeMonths("audit_log", 66, 60);
  for (const months of [66, 66, 64]) await actOf(months, `${months}`);
  await sql`insert into audit_log (at, by, via, act, target, before)
    select ${ago(63)}, 'a', 'command', ${MONTH_DROPPED}, ${nameOf("audit_log", 66)},
      jsonb_build_object('rows', 2, 'firstSeq', 1, 'lastSeq', 2, 'lastHash', encode(hash, 'hex'))
    from audit_log where seq = 2`.execute(house.database.superuser);
  await sql`drop table ${sql.table(nameOf("audit_log", 66))}`.execute(house.database.owner);
  const { db } = house.database;
  await actOf(1, "later");
  expect((await verifyAudit(db)).broken).toBeNull();
  await house.run("logs", "retain", "audit_log", "--months", "60", "--audit", "--yes", ...why);
  expect(await has(nameOf("audit_log", 63))).toBe(false);
  expect((await verifyAudit(db)).broken).toBeNull();
});

test("nothing of a broken audit log is dropped", async () => {
  await makeMonths("audit_log", 62, 60);
  for (const target of ["1", "2", "3"]) await actOf(61, target);
  await house.database.superuser.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    await sql`delete from audit_log where seq = 2`.execute(db);
    await sql`set session_replication_role = origin`.execute(db);
  });
  await expect(house.run("logs", "retain", "audit_log", "--months", "60", "--audit", "--yes", ...why)).rejects.toThrow(
    "row 2 is missing",
  );
  expect(await has(nameOf("audit_log", 61))).toBe(true);
});

test.each([
  ["log_entries", "5"],
  ["chat_messages", "0"],
  ["audit_log", "59"],
  ["log_entries", "six"],
  ["postings", "100"],
  ["journals", "100"],
])("%s is not cut to %s months, and the refusal is recorded", async (log, months) => {
  await expect(house.run("logs", "retain", log, "--months", months, "--audit", "--yes", ...why)).rejects.toBeInstanceOf(
    InputError,
  );
  expect(await house.acts("logs.retain")).toMatchObject([{ target: log, after: { outcome: "refused" } }]);
});

test("a drop waits for a table in use without blocking the server", async () => {
  const { db, owner } = house.database;
  const player = await addTestPlayer(db, "ayse");
  await makeMonths("log_entries", 8, 0);
  await logIn(player, 8);
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const reader = owner.transaction().execute(async (trx) => {
    await stayOpen(trx);
    await sql`select count(*) from log_entries`.execute(trx);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const retained = house.run("logs", "retain", "log_entries", "--months", "6", "--yes", ...why);
  await untilLockWait(house.database.superuser);
  // Waits behind the drop until the drop times out, and then proceeds.
  await logIn(player, 0);
  expect(await has(nameOf("log_entries", 8))).toBe(true);
  held.resolve();
  await reader;
  await retained;
  expect(await has(nameOf("log_entries", 8))).toBe(false);
});

test("fails with the server's login alone, and names the missing variable", async () => {
  const { db, url } = house.database;
  await makeMonths("log_entries", 8, 0);
  const dataDir = await mkdtemp(join(tmpdir(), "house-logs-"));
  const storage = await connectStorage({ create: false, url, dataDir, log: pino({ level: "silent" }) });
  try {
    const [month] = (await oldMonths(db, "log_entries", 6)).months;
    const drop = { table: "log_entries", month: month?.name ?? "", read: async () => null, record: async () => {} };
    await expect(storage.dropMonth(drop)).rejects.toBeInstanceOf(OwnerNeeded);
    await expect(sql`drop table ${sql.table(drop.month)}`.execute(db)).rejects.toMatchObject({ code: "42501" });
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true });
  }
  expect(await has(nameOf("log_entries", 8))).toBe(true);
});

test("the ledger check reports a missing next month", async () => {
  expect(await house.run("ledger", "check")).toContain("Every invariant holds.");
  await sql`drop table ${sql.table(nameOf("audit_log", -1))}`.execute(house.database.owner);
  try {
    expect(await house.run("ledger", "check")).toContain("- the next month of audit_log was not made");
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = undefined;
  }
});
