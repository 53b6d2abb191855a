import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { SYSTEM, recordAct } from "./index.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const act = (target: string) => ({ ...SYSTEM, act: "test.act", target, before: null, after: { n: 1 }, why: null });
const rows = () => database.db.selectFrom("audit_log").selectAll().orderBy("seq").execute();

test("a row has actor, origin, act, target, before, after and reason", async () => {
  await recordAct(database.db, {
    by: "Ayşe",
    via: "command",
    from: "ayse@desk",
    act: "player.credit",
    target: "player 12",
    before: { balance: 100, password: "play1234" },
    after: { balance: 600 },
    why: "hand pay",
  });
  expect(await rows()).toEqual([
    {
      seq: 1,
      at: expect.any(Date),
      by: "Ayşe",
      via: "command",
      from: "ayse@desk",
      act: "player.credit",
      target: "player 12",
      before: { balance: 100, password: "***" },
      after: { balance: 600 },
      why: "hand pay",
      hash: expect.any(Buffer),
    },
  ]);
});

test("an act whose transaction is rolled back leaves no row and no gap", async () => {
  const { db } = database;
  await db
    .transaction()
    .execute(async (trx) => {
      await recordAct(trx, act("lost"));
      throw new Error("the change failed");
    })
    .catch(() => {});
  await recordAct(db, act("kept"));
  expect((await rows()).map(({ seq, target }) => [seq, target])).toEqual([[1, "kept"]]);
});

test("rows can't be changed, deleted or truncated, nor through the table of their month", async () => {
  const { db } = database;
  await recordAct(db, act("player 1"));
  const { rows: parts } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from audit_log`.execute(db);
  for (const table of ["audit_log", parts[0]?.part ?? "", "audit_log_default"]) {
    for (const statement of [`update ${table} set why = 'x'`, `delete from ${table}`, `truncate ${table}`])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/append-only|permission denied/);
  }
  for (const statement of ["update audit_head set seq = 0", "delete from audit_head", "truncate audit_head"])
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/head|append-only|permission denied/);
  expect(await rows()).toHaveLength(1);
});

test("a row above the maximum length is truncated, not lost", async () => {
  await recordAct(database.db, {
    ...act("t".repeat(500)),
    by: "b".repeat(500),
    why: "ş".repeat(5_000),
    after: { text: "x".repeat(300_000), nul: "a\0b" },
  });
  const [row] = await rows();
  expect(row?.target).toHaveLength(200);
  expect(row?.by).toHaveLength(200);
  expect(row?.why).toHaveLength(1_000);
  expect(row?.after).toEqual({ leftOut: expect.stringContaining("characters") });
});
