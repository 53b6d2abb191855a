/** What a connection does when the database, or the way to it, falls silent; and what it may not do to others. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LONG, isDatabaseAway } from "./connection.ts";
import { connect } from "./database.ts";
import type { Db } from "./database.ts";
import { createProxy } from "./testing/proxy.ts";
import type { Proxy } from "./testing/proxy.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let database: TestDatabase;
let proxy: Proxy;
let db: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  proxy = await createProxy(Number(url.port));
  url.port = String(proxy.port);
  db = connect(url.href, { max: 2 });
});
afterEach(async () => {
  await proxy.close();
  await db.destroy();
  await database.close();
});
const pid = async (on: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid ?? 0;
/** Whether the error with which it fails means that the database is unavailable. */
async function failure(work: Promise<unknown>): Promise<{ away: boolean }> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { away: isDatabaseAway(error) };
}

it("has limits in time of the database's own", async () => {
  const setting = async (on: Db, name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(on)).rows[0]?.value;
  const names = ["idle_in_transaction_session_timeout", "statement_timeout", "tcp_user_timeout", "tcp_keepalives_idle"];
  expect(await Promise.all(names.map((name) => setting(db, name)))).toEqual(["2s", "15s", "3000", "3"]);
  const url = new URL(database.url);
  url.searchParams.set("options", "-c work_mem=5MB");
  const long = connect(url.href, { limits: LONG });
  expect(await setting(long, "statement_timeout")).toBe("6h");
  expect(await setting(long, "lock_timeout")).toBe("10min");
  expect(await setting(long, "work_mem")).toBe("5MB");
  await long.destroy();
});

it("fails a query, a transaction and a wait for the pool during a silence, and works again afterwards", async () => {
  const before = await Promise.all([pid(db), pid(db)]);
  proxy.hold();
  const failures = await Promise.all([
    failure(sql`select 1`.execute(db)),
    failure(db.transaction().execute((trx) => sql`select 1`.execute(trx))),
    failure(sql`select 1`.execute(db)),
  ]);
  expect(failures).toEqual([{ away: true }, { away: true }, { away: true }]);
  proxy.restore();
  // The former connections are closed, so that no late answer is taken for another query's.
  await vi.waitFor(async () => expect(before).not.toContain(await pid(db)));
});

it("ends an idle transaction, so that its locks do not block others", async () => {
  const playerLock = sql`select pg_advisory_xact_lock(7)`;
  const locked = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const idle = failure(
    db.transaction().execute(async (trx) => {
      await playerLock.execute(trx);
      locked.resolve();
      await taken.promise;
      await sql`select 1`.execute(trx);
    }),
  );
  await locked.promise;
  // Free as soon as PostgreSQL has ended the idle transaction, before this statement times out.
  await playerLock.execute(database.db);
  taken.resolve();
  expect((await idle).away).toBe(true);
});
