/** Storage: one PostgreSQL, the embedded one or an outside one, in its present shape. No rules live here. */
export type { Db, Trx } from "./database.ts";
export { openStorage } from "./open.ts";
export type { Storage } from "./open.ts";
export { isAway } from "./away.ts";
