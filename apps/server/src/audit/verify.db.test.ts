import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { MONTH_DROPPED, SYSTEM, allActs, listActs, monthOf, recordAct, verifyAudit } from "./index.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const write = (target: string, more: object = {}) =>
  recordAct(database.db, {
    ...SYSTEM,
    act: "test.act",
    target,
    before: null,
    after: { n: 1.5, text: "ş" },
    why: null,
    ...more,
  });
async function writeMany(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await write(`player ${n}`);
}
/** As the owner, with the triggers disabled. */
async function asOwner(...statements: string[]): Promise<void> {
  await database.superuser.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await sql`set session_replication_role = origin`.execute(db);
  });
}
const broken = async () => (await verifyAudit(database.db)).broken;

test("twenty writers at once make one unbroken chain", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      database.db.transaction().execute(async (trx) => {
        // pause: so that the writers come in any order
        await sql`select pg_sleep(random() / 50)`.execute(trx);
        await recordAct(trx, { ...SYSTEM, act: "test.act", target: `player ${n}`, before: n, after: null, why: "w" });
      }),
    ),
  );
  expect(await verifyAudit(database.db)).toMatchObject({ broken: null, rows: 20, head: { seq: 20 } });
  const { rows } = await sql<{ ordered: boolean }>`
    select bool_and(at >= before) as ordered from (select at, lag(at, 1, at) over (order by seq) as before from audit_log) t`.execute(
    database.db,
  );
  expect(rows[0]?.ordered).toBe(true);
});

test("an empty log is valid, and so is a log of several batches", async () => {
  expect(await verifyAudit(database.db)).toMatchObject({ broken: null, rows: 0 });
  await sql`select record_act('a', 'command', 'a@b', 'test.act', 'player ' || n, null, null, null) from generate_series(1, 1100) n`.execute(
    database.db,
  );
  expect(await verifyAudit(database.db)).toMatchObject({ broken: null, rows: 1100 });
});

test.each([
  ["by", "update audit_log set by = 'somebody else' where seq = 3"],
  ["why", "update audit_log set why = 'another reason' where seq = 3"],
  ["before", `update audit_log set before = '{"balance": 1}' where seq = 3`],
  ["after", `update audit_log set after = jsonb_set(after, '{n}', '2') where seq = 3`],
  ["at", "update audit_log set at = at + interval '1 microsecond' where seq = 3"],
  ["target", "update audit_log set target = null where seq = 3"],
  ["from", `update audit_log set "from" = 'x' where seq = 3`],
  ["via", "update audit_log set via = 'command' where seq = 3"],
  ["act", "update audit_log set act = 'test.other' where seq = 3"],
])("a changed %s is detected", async (_, statement) => {
  await writeMany(5);
  await asOwner(statement);
  expect(await broken()).toContain("row 3 does not fit");
});

test("deleted rows are detected: in the middle, and at the end by the head", async () => {
  await writeMany(5);
  await asOwner("delete from audit_log where seq = 5");
  expect(await broken()).toContain("ends with row 4, but its head says 5");
  await asOwner("delete from audit_log where seq = 2");
  expect(await broken()).toContain("row 2 is missing");
  expect((await verifyAudit(database.db, { last: 2 })).broken).toContain("last rows are missing");
});

test("swapped rows are detected", async () => {
  await writeMany(5);
  await asOwner(
    "update audit_log set seq = 100 where seq = 2",
    "update audit_log set seq = 2 where seq = 3",
    "update audit_log set seq = 3 where seq = 100",
  );
  expect(await broken()).toContain("row 2 does not fit");
});

test("a removed tail is detected by comparison with an earlier head", async () => {
  await writeMany(3);
  const noted = (await verifyAudit(database.db)).head;
  await writeMany(1);
  expect((await verifyAudit(database.db, { expect: noted })).broken).toBeNull();
  await asOwner(
    "delete from audit_log where seq > 2",
    "update audit_head h set seq = 2, hash = l.hash from audit_log l where l.seq = 2",
  );
  expect(await broken()).toBeNull();
  expect((await verifyAudit(database.db, { expect: noted })).broken).toContain("though it had row 3");
  await write("player 99");
  expect((await verifyAudit(database.db, { expect: noted })).broken).toContain("written anew");
});

test("a dropped month is detected, unless its drop is recorded", async () => {
  await sql`select add_months('audit_log', date '2020-02-01', date '2020-01-01')`.execute(database.owner);
  await writeMany(3);
  // Rows of an earlier month: rewritten with that time.
  await asOwner("delete from audit_log", "update audit_head set seq = 0, hash = '\\x', at = '-infinity'");
  for (const n of [1, 2])
    await sql`insert into audit_log (at, by, via, act, target) values ('2020-01-15T00:00:00Z', 'a', 'system', 'test.act', ${n})`.execute(
      database.superuser,
    );
  await writeMany(1);
  expect(await broken()).toBeNull();
  const month = await monthOf(database.owner, "audit_log_2020_01");
  expect(month).toMatchObject({ rows: 2, firstSeq: 1, lastSeq: 2 });
  await sql`drop table audit_log_2020_01`.execute(database.superuser);
  expect(await broken()).toContain("row 1 is missing");
  await write("audit_log_2020_01", { act: MONTH_DROPPED, before: month });
  expect(await verifyAudit(database.db)).toMatchObject({ broken: null, rows: 2 });
  const noted = (seq: number, lastHash: string | null) => ({ expect: { seq, hash: lastHash ?? "" } });
  expect((await verifyAudit(database.db, noted(2, month.lastHash))).broken).toBeNull();
  expect((await verifyAudit(database.db, noted(2, "00".repeat(32)))).broken).toContain("written anew");
  // The noted row was dropped, so it can't be compared.
  expect((await verifyAudit(database.db, noted(1, month.lastHash))).broken).toContain("row 1 was dropped");
});

test("pages are stable while rows are written, and filters hold", async () => {
  await writeMany(5);
  await write("player 1", { act: "player.credit", by: "ayşe" });
  const first = await listActs(database.db, {}, { limit: 3 });
  await writeMany(2);
  const second = await listActs(database.db, {}, { limit: 3, before: first.at(-1)?.seq });
  expect([...first, ...second].map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1]);
  const seqs = async (filter: Parameters<typeof listActs>[1]) =>
    (await listActs(database.db, filter, { limit: 10 })).map(({ seq }) => seq);
  expect(await seqs({ by: "ayşe" })).toEqual([6]);
  expect(await seqs({ act: "player" })).toEqual([6]);
  expect(await seqs({ act: "play" })).toEqual([]);
  expect(await seqs({ target: "player 1" })).toEqual([7, 6, 1]);
  expect(await seqs({ to: new Date(0) })).toEqual([]);
  const all: number[] = [];
  for await (const batch of allActs(database.db, { target: "player 2" })) all.push(...batch.map(({ seq }) => seq));
  expect(all).toEqual([2, 8]);
});
