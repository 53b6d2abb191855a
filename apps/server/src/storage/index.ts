/** Storage: one PostgreSQL, the embedded one or an outside one, in its present shape. No rules live here. */
export { LONG, connectionConfig, isDatabaseAway } from "./connection.ts";
export type { Db, Trx, WrapPool } from "./database.ts";
export { inTransaction } from "./joined.ts";
export { holdLock } from "./lock.ts";
export { schemaName, schemaState } from "./migrate.ts";
export { contentsOf, monthsAhead, oldMonths } from "./months.ts";
export { DatabaseRefused, OwnerNeeded, connectStorage, openStorage } from "./open.ts";
export { SQL_STATE, errorCode, hasSqlState } from "./sqlState.ts";
export type { OldMonths } from "./months.ts";
export type { Storage } from "./open.ts";
export { keepMonthsAhead } from "./upkeep.ts";
