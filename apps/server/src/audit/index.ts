/**
 * The audit log: actor, origin, act, target, state before and after, and reason. It is append-only, and each row's hash
 * covers the previous row. Each act is recorded by the code that performs it, in the same transaction.
 */
export {
  AUDIT_VERIFY,
  HOUSE_START,
  LEDGER_CHECK,
  HOUSE_BACKUP,
  allActs,
  lastBackup,
  lastStart,
  lastVerification,
  listActs,
} from "./query.ts";
export type { ActFilter, ActRow } from "./query.ts";
export { actOf, auditHead, auditWords, searchActs } from "./search.ts";
export { SYSTEM, recordAct } from "./record.ts";
export type { Act } from "./record.ts";
export { MONTH_DROPPED, monthOf, verifyAudit } from "./verify.ts";
