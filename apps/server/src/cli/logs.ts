/**
 * `house logs …`: retention of logs. Only whole months are dropped, and only of logs, never of the ledger, whose tables
 * are not partitioned by month.
 */
import type { Command } from "commander";
import { MONTH_DROPPED, monthOf, verifyAudit } from "../audit/index.ts";
import { InputError } from "../input.ts";
import { OwnerNeeded, contentsOf, oldMonths } from "../storage/index.ts";
import type { OldMonths } from "../storage/index.ts";
import { defineSteps } from "./command.ts";
import { recordActOf } from "../acts/index.ts";
import type { Actor } from "../acts/index.ts";
import { parseCount } from "./commandContext.ts";
import type { Parts, WithContext } from "./commandContext.ts";

const AUDIT_LOG = "audit_log";
/**
 * Minimum number of whole months to keep, by log. Disputes about logins arise within half a year; the audit log is the
 * evidence of manual payments and is kept for five years.
 */
const MIN_MONTHS = new Map([
  ["log_entries", 6],
  ["chat_messages", 1],
  [AUDIT_LOG, 60],
]);
const MAX_MONTHS = 1_200;

interface Typed {
  months: string;
  audit?: boolean;
  yes?: boolean;
}

/** @throws InputError if fewer than the minimum would be kept */
function monthsToKeep(log: string, { months, audit }: Typed): number {
  const least = MIN_MONTHS.get(log);
  if (least === undefined)
    throw new InputError(`"${log}" is no log that is kept by month: write ${[...MIN_MONTHS.keys()].join(", ")}.`);
  if (log === AUDIT_LOG && audit !== true)
    throw new InputError("Months of the audit log are dropped only where --audit is given, too.");
  return parseCount(months, { from: least, to: MAX_MONTHS, of: `months of ${log}` });
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);
const listOf = (months: OldMonths["months"]): string[] => months.map(({ name, rows }) => `- ${name}: ${rows} rows`);
const notDropped = (log: string, { withoutMonth, before }: OldMonths): string[] =>
  withoutMonth === 0
    ? []
    : [`${withoutMonth} rows before ${day(before)} have no month of their own and stay, in ${log}_default.`];

/** One transaction for each month, the oldest first. What was dropped before one of them fails stays dropped, and recorded. */
async function dropMonths(
  { storage }: Parts,
  { log, keep, actor }: { log: string; keep: number; actor: Actor },
): Promise<{ old: OldMonths; dropped: OldMonths["months"] }> {
  const old = await oldMonths(storage.db, log, keep);
  const dropped: OldMonths["months"] = [];
  for (const { name } of old.months) {
    const { rows } = await storage.dropMonth<{ rows: number }>({
      table: log,
      month: name,
      read: (trx) => (log === AUDIT_LOG ? monthOf(trx, name) : contentsOf(trx, name)),
      record: (trx, before) =>
        recordActOf(trx, log === AUDIT_LOG ? MONTH_DROPPED : "logs.drop-month", actor, {
          target: name,
          before,
          after: { monthsKept: keep, before: day(old.before) },
        }),
    });
    dropped.push({ name, rows });
  }
  return { old, dropped };
}

export function logCommands(program: Command, withContext: WithContext): void {
  defineSteps(
    program
      .command("logs")
      .description("logs that are kept by month")
      .command("retain")
      .argument("<log>", "log_entries: what players did; chat_messages; or audit_log")
      .description("drop whole months that are older; shows them, and drops nothing without --yes")
      .requiredOption("--months <count>", "how many whole months stay besides the present one; at least 6, 1, and 60")
      .option("--audit", "must be given for the audit log")
      .option("--yes", "drop them"),
    { name: "logs.retain", why: "required" },
    withContext,
    {
      async plan({ storage: { db } }, _, log: string, typed: Typed) {
        const keep = monthsToKeep(log, typed);
        const old = await oldMonths(db, log, keep);
        const { months, before } = old;
        if (months.length === 0)
          return [`No month of ${log} ends before ${day(before)}.`, ...notDropped(log, old)].join("\n");
        if (log === AUDIT_LOG) {
          // Rows that are already missing must not look like dropped ones.
          const { broken } = await verifyAudit(db);
          if (broken !== null) throw new InputError(`Nothing is dropped of an audit log that is broken: ${broken}.`);
        }
        if (typed.yes !== true) {
          const head = `Nothing is dropped yet. With --yes, these months of ${log} are, all before ${day(before)}:`;
          return [head, ...listOf(months), ...notDropped(log, old)].join("\n");
        }
        return { target: log, before: { months }, requested: { monthsKept: keep, before: day(before) } };
      },
      async carryOut(parts, actor, log: string, typed: Typed) {
        const keep = monthsToKeep(log, typed);
        const { old, dropped } = await dropMonths(parts, { log, keep, actor }).catch((error: unknown) => {
          throw error instanceof OwnerNeeded ? new InputError(error.message) : error;
        });
        const head = `Dropped of ${log}, all before ${day(old.before)}:`;
        return { after: { months: dropped }, result: [head, ...listOf(dropped), ...notDropped(log, old)].join("\n") };
      },
    },
  );
}
