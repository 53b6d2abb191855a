/**
 * The audit log: who did what to whom, from where, what was true before and afterwards, and why. It only ever adds rows,
 * and each row's hash covers the row before. It decides nothing: each act is
 * recorded by the part that does it, in the same transaction.
 */
export { HOUSE_START, allActs, lastStart, listActs } from "./query.ts";
export type { ActFilter, ActRow } from "./query.ts";
export { LONGEST_REASON, SYSTEM, recordAct } from "./record.ts";
export type { Act } from "./record.ts";
export { MONTH_DROPPED, monthOf, verifyAudit } from "./verify.ts";
