/**
 * Retention of what is kept by month: only whole months are dropped, and only of logs, never of the ledger, whose tables are not
 * partitioned by month. Each drop is recorded in its transaction.
 */
import { LEAST_MONTHS, RETAINED, monthsKept } from "@reelcast/contract/console";
import type { Retained } from "@reelcast/contract/console";
import { profileOf } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import { sql } from "kysely";
import type { Logger } from "pino";
import { MONTH_DROPPED, SYSTEM, monthOf, recordAct } from "../audit/index.ts";
import type { Act } from "../audit/index.ts";
import { OwnerNeeded, contentsOf, oldMonths } from "../storage/index.ts";
import type { Db, OldMonths, Storage } from "../storage/index.ts";

export const AUDIT_LOG = "audit_log";
/** The audit log is the evidence of manual payments. */
const LEAST_AUDIT_MONTHS = 60;
const kinds = Object.keys(RETAINED) as Retained[];

/** The least number of whole months to keep, by table, under the house's rules of play. */
export function leastMonths({ playRules }: Pick<Settings, "playRules">): ReadonlyMap<string, number> {
  const least = LEAST_MONTHS[profileOf(playRules)];
  return new Map([...kinds.map((kind) => [RETAINED[kind], least[kind]] as const), [AUDIT_LOG, LEAST_AUDIT_MONTHS]]);
}

/** UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * One transaction for each month, the oldest first. What was dropped before one of them fails stays dropped, and recorded.
 * @param keep whole months besides the present one @throws OwnerNeeded
 */
export async function dropMonths(
  storage: Pick<Storage, "db" | "dropMonth">,
  { log, keep, actor }: { log: string; keep: number; actor: Pick<Act, "by" | "via" | "from" | "why"> },
): Promise<{ old: OldMonths; dropped: OldMonths["months"] }> {
  const old = await oldMonths(storage.db, log, keep);
  const dropped: OldMonths["months"] = [];
  for (const { name } of old.months) {
    const { rows } = await storage.dropMonth<{ rows: number }>({
      table: log,
      month: name,
      read: (trx) => (log === AUDIT_LOG ? monthOf(trx, name) : contentsOf(trx, name)),
      record: (trx, before) =>
        recordAct(trx, {
          ...actor,
          act: log === AUDIT_LOG ? MONTH_DROPPED : "logs.drop-month",
          target: name,
          before,
          after: { monthsKept: keep, before: dayOf(old.before) },
        }),
    });
    dropped.push({ name, rows });
  }
  return { old, dropped };
}

/** A house records something in so many months. */
const EVIDENCE_MONTHS = 3;

/**
 * Whether anything was recorded in the months before this one. A clock that was set ahead by years would have all months dropped: then
 * there is nothing.
 */
async function isClockPlausible(db: Db): Promise<boolean> {
  for (const table of [...kinds.map((kind) => RETAINED[kind]), AUDIT_LOG]) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ${sql.table(table)}, (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as month) t
        where at < t.month and at >= t.month - ${EVIDENCE_MONTHS}::int * interval '1 month'
      ) as found`.execute(db);
    if (rows[0]?.found === true) return true;
  }
  return false;
}

/** Drops what the setting `retention` does not keep. What can't be dropped of one log is logged, and the others are. */
export async function applyRetention(
  storage: Pick<Storage, "db" | "dropMonth">,
  settings: Pick<Settings, "playRules" | "retention">,
  log: Pick<Logger, "info" | "warn" | "error">,
): Promise<void> {
  let isPlausible: boolean | null = null;
  for (const kind of kinds) {
    const keep = monthsKept(kind, settings.retention, profileOf(settings.playRules));
    if (keep === null) continue;
    if ((await oldMonths(storage.db, RETAINED[kind], keep)).months.length === 0) continue;
    isPlausible ??= await isClockPlausible(storage.db);
    if (!isPlausible) {
      log.warn(
        { months: EVIDENCE_MONTHS, kind },
        "nothing was recorded lately: is the clock right? No month is dropped",
      );
      continue;
    }
    const actor = { ...SYSTEM, why: `setting retention: ${keep} months of ${kind}` };
    try {
      const { dropped } = await dropMonths(storage, { log: RETAINED[kind], keep, actor });
      if (dropped.length > 0)
        log.info({ months: dropped }, "months that are older than the setting retention are dropped");
    } catch (error) {
      log.error({ err: error, kind, ownerNeeded: error instanceof OwnerNeeded }, "old months could not be dropped");
    }
  }
}
