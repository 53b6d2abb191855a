/** Storage: one PostgreSQL, the embedded one or an outside one, in its present shape. No rules live here. */
export { LONG, connectionConfig, isDatabaseAway } from "./connection.ts";
export type { Db, Trx, WrapPool } from "./database.ts";
export { inTransaction } from "./joined.ts";
export { holdLock } from "./lock.ts";
export { schemaName, schemaState } from "./migrate.ts";
export { DatabaseRefused, connectStorage, openStorage } from "./open.ts";
export type { Storage } from "./open.ts";
