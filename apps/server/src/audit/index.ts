/**
 * The audit log: who did what to whom, from where, what was true before and afterwards, and why. It only ever adds rows,
 * and each row's hash covers the row before. It decides nothing: whoever acts writes here in the same transaction.
 */
export { SYSTEM, recordAct } from "./record.ts";
export type { Act } from "./record.ts";
