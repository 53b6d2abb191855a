/** Players' queries can only delay each other, never the server's own. With a real database. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isDatabaseAway } from "./connection.ts";
import { connectShares } from "./database.ts";
import type { Db, Shares } from "./database.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

/** A query for this advisory lock runs until the test releases it. */
const HELD = 7_100;
let database: TestDatabase;
let shares: Shares;
let letGo: () => Promise<unknown>;
beforeEach(async () => {
  database = await createTestDatabase();
  shares = connectShares(database.url);
  const given = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = database.owner.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${HELD})`.execute(connection);
    held.resolve();
    await given.promise;
    await sql`select pg_advisory_unlock(${HELD})`.execute(connection);
  });
  await held.promise;
  letGo = () => {
    given.resolve();
    return holding;
  };
});
afterEach(async () => {
  await letGo();
  await shares.db.destroy();
  await database.close();
});

/** Queries that take as long as the lock is held. Answers how each of them ended: 0 for well. */
const long = (on: Db, count: number) =>
  Array.from({ length: count }, () =>
    sql`select pg_advisory_lock_shared(${HELD}), pg_advisory_unlock_shared(${HELD})`.execute(on).then(
      () => 0,
      (error: unknown) => (error instanceof AppError ? error.code : isDatabaseAway(error) ? "away" : error),
    ),
  );
const quick = async (on: Db) => (await sql<{ one: number }>`select 1 as one`.execute(on)).rows[0]?.one;
const underWay = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like 'select pg_advisory_lock_shared%' and state = 'active'`.execute(
      database.superuser,
    )
  ).rows[0]?.n;
const count = (codes: readonly unknown[], code: unknown) => codes.filter((one) => one === code).length;

it("long reads take a third of the connections: calls and the server's own queries have the others", async () => {
  const reads = long(shares.reads, 12);
  await expect.poll(underWay).toBe(4);
  expect(await Promise.all([quick(shares.calls), quick(shares.db)])).toEqual([1, 1]);
  expect(await underWay()).toBe(4);
  await letGo();
  expect(count(await Promise.all(reads), 0)).toBe(12);
});

it("calls and reads together take two thirds: the server's own queries have the others", async () => {
  const calls = [...long(shares.reads, 12), ...long(shares.calls, 100)];
  await expect.poll(underWay).toBe(8);
  expect(await Promise.all(Array.from({ length: 50 }, () => quick(shares.db)))).toEqual(Array(50).fill(1));
  expect(await shares.db.transaction().execute((trx) => quick(trx))).toBe(1);
  expect(await underWay()).toBe(8);
  await letGo();
  expect(count(await Promise.all(calls), 0)).toBe(112);
});

it("a call beyond the waiting limit is refused at once; the server's own queries wait", async () => {
  const calls = long(shares.calls, 8 + 500);
  await expect.poll(underWay).toBe(8);
  await expect(quick(shares.calls)).rejects.toMatchObject({ code: ErrorCode.ServiceUnavailable });
  await expect(shares.calls.transaction().execute((trx) => quick(trx))).rejects.toMatchObject({
    code: ErrorCode.ServiceUnavailable,
  });
  expect(await underWay()).toBe(8);
  const own = [...long(shares.db, 4), ...Array.from({ length: 600 }, () => quick(shares.db))];
  await expect.poll(underWay).toBe(12);
  await letGo();
  expect(count(await Promise.all(calls), 0)).toBe(508);
  expect((await Promise.all(own)).filter((answer) => answer !== 0 && answer !== 1)).toEqual([]);
});

it("keep no place of what has failed, was cut off or was refused", async () => {
  const calls = long(shares.calls, 8 + 500 + 20);
  await expect.poll(underWay).toBe(8);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'select pg_advisory_lock_shared%'`.execute(database.superuser);
  await expect.poll(underWay).toBe(8);
  await letGo();
  const ended = await Promise.all(calls);
  expect(new Set(ended)).toEqual(new Set([0, ErrorCode.ServiceUnavailable, "away"]));
  expect(count(ended, ErrorCode.ServiceUnavailable)).toBe(20);
  const wrong = Array.from({ length: 20 }, () => sql`select nothing`.execute(shares.reads));
  expect((await Promise.allSettled(wrong)).map(({ status }) => status)).toEqual(Array(20).fill("rejected"));
  // As many as ever may wait again.
  const again = await Promise.all(Array.from({ length: 508 }, () => quick(shares.calls)));
  expect(count(again, 1)).toBe(508);
});
