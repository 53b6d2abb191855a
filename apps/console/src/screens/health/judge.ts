/** What of the house is good, is to be looked at, or is wrong. Pure. The limits are those of the alarm rules (deploy/prometheus). */
import type { Health } from "@reelcast/contract/console";

export type Verdict = "good" | "look" | "bad" | "unknown";

const DAY_MS = 86_400_000;
const BACKUP_LATE_MS = 26 * 3_600_000;
const CHECK_LATE_MS = 2 * DAY_MS;
const FULL_LATE_MS = 8 * DAY_MS;
const OLD_TRANSFER_SECONDS = 60;
const LAG_SECONDS = 10;

const olderThan = (at: string | null, now: number, ms: number) => at === null || now - Date.parse(at) > ms;

export function judgeProcesses({ nodes }: Health): Verdict {
  if (nodes.some(({ state, missing = [] }) => state === "active" && missing.length > 0)) return "bad";
  if (nodes.some(({ state }) => state === "silent")) return "look";
  if (new Set(nodes.map(({ version }) => version)).size > 1) return "look";
  return "good";
}
export function judgeMachines({ machines: { quarantined, withoutNode } }: Health): Verdict {
  if (withoutNode > 0) return "bad";
  return quarantined > 0 ? "look" : "good";
}
export function judgeDatabase({ database: { standbys } }: Health): Verdict {
  return (standbys ?? []).some(({ count, lagSeconds }) => count > 0 && lagSeconds > LAG_SECONDS) ? "look" : "good";
}
export function judgeDisk({ disk: { freeBytes, totalBytes, level } }: Health): Verdict {
  if (level === "full") return "bad";
  if (freeBytes === null || totalBytes === null) return "unknown";
  const part = freeBytes / totalBytes;
  return part < 0.05 ? "bad" : part < 0.15 || level === "low" ? "look" : "good";
}
export function judgeBackup({ backup: { known, at } }: Health, now: number): Verdict {
  if (!known) return "unknown";
  return olderThan(at, now, BACKUP_LATE_MS) ? "bad" : "good";
}
export function judgeLedger({ ledger: { checkedAt, broken, attention, fullAt } }: Health, now: number): Verdict {
  if (broken !== null && broken > 0) return "bad";
  if (olderThan(checkedAt, now, CHECK_LATE_MS) || olderThan(fullAt, now, FULL_LATE_MS)) return "look";
  return attention !== null && attention > 0 ? "look" : "good";
}
export function judgeTransfers({ transfers: { unresolved, suspensions } }: Health): Verdict {
  const isOld = unresolved.some(({ oldestSeconds }) => oldestSeconds > OLD_TRANSFER_SECONDS);
  return isOld || suspensions > 0 ? "look" : "good";
}
/** Without the month that comes next, the logs can't be written when it begins. */
export function judgeLogMonths({ logMonthsAhead }: Health): Verdict {
  return logMonthsAhead < 1 ? "look" : "good";
}
