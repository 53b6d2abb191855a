/** Lets several parts share one transaction: the transactions that they begin become part of it. */
import { sql } from "kysely";
import type { Db, Trx } from "./database.ts";
import { CHANNEL } from "./open.ts";
import type { Storage } from "./open.ts";

/**
 * If an inner transaction fails, the whole must be rolled back. The outer one must be `read committed`, like all
 * transactions of the server that write.
 */
export function joined(trx: Trx): Db {
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

/** Runs `work` in one transaction. Notifications to other processes are sent at the commit. */
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
