/** Storage: one PostgreSQL, embedded or external, with the present schema. It contains no rules of the business. */
export { LONG, connectionConfig, isDatabaseAway } from "./connection.ts";
export type { Db, Trx, WrapPool } from "./database.ts";
export { openDatabaseClock } from "./databaseClock.ts";
export { holdDuty, oneAtATime } from "./duty.ts";
export { recordOf } from "./gameRecord.ts";
export { inTransaction } from "./joined.ts";
export { takeLock } from "./lock.ts";
export { schemaName, schemaState } from "./migrate.ts";
export { contentsOf, monthsAhead, oldMonths } from "./months.ts";
export { connectStorage, openStorage } from "./open.ts";
export { DatabaseRefused, OwnerNeeded } from "./refusals.ts";
export { SQL_STATE, hasSqlState } from "./sqlState.ts";
export { createStatementRetry } from "./statementRetry.ts";
export type { OldMonths } from "./months.ts";
export type { Storage } from "./open.ts";
export type { ErrorRules, RunStatement } from "./statementRetry.ts";
export { keepMonthsAhead, keepRetention } from "./upkeep.ts";
