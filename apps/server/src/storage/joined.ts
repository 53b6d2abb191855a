/** A transaction that is under way, for parts that begin transactions of their own: theirs become part of it. */
import { sql } from "kysely";
import type { Db, Trx } from "./database.ts";
import { CHANNEL } from "./open.ts";
import type { Storage } from "./open.ts";

/**
 * All or nothing: where one of the inner ones fails, the whole must be rolled back. The outer one must be
 * `read committed`, as all of the house's that write are.
 */
function joined(trx: Trx): Db {
  const builder = {
    setIsolationLevel: () => builder,
    setAccessMode: () => builder,
    execute: <T>(work: (inner: Trx) => Promise<T>): Promise<T> => work(trx),
  };
  return new Proxy(trx, {
    get(target, name) {
      if (name === "transaction") return () => builder;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Does all of the work in one transaction. What it tells other processes is told at the commit. */
export function inTransaction<T>(storage: Storage, work: (within: Storage) => Promise<T>): Promise<T> {
  return storage.db.transaction().execute((trx) => {
    const db = joined(trx);
    return work({
      ...storage,
      db,
      calls: db,
      reads: db,
      async notify(payload) {
        await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(payload)})`.execute(trx);
      },
    });
  });
}
