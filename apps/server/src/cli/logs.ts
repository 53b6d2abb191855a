/**
 * `house logs …`: retention of logs. Only whole months are dropped, and only of logs, never of the ledger, whose tables
 * are not partitioned by month.
 */
import type { Command } from "commander";
import { verifyAudit } from "../audit/index.ts";
import { InputError } from "../input.ts";
import { AUDIT_LOG, dayOf, dropMonths, leastMonths } from "../retention/index.ts";
import { OwnerNeeded, oldMonths } from "../storage/index.ts";
import type { OldMonths } from "../storage/index.ts";
import { defineSteps } from "./command.ts";
import { parseCount } from "./commandContext.ts";
import type { Parts, WithContext } from "./commandContext.ts";

const MAX_MONTHS = 1_200;

interface Typed {
  months: string;
  audit?: boolean;
  yes?: boolean;
}

/** @throws InputError if fewer than the minimum would be kept */
function monthsToKeep({ settings }: Pick<Parts, "settings">, log: string, { months, audit }: Typed): number {
  const minima = leastMonths(settings.current());
  const least = minima.get(log);
  if (least === undefined)
    throw new InputError(`"${log}" is no log that is kept by month: write ${[...minima.keys()].join(", ")}.`);
  if (log === AUDIT_LOG && audit !== true)
    throw new InputError("Months of the audit log are dropped only where --audit is given, too.");
  return parseCount(months, { from: least, to: MAX_MONTHS, of: `months of ${log}` });
}

const listOf = (months: OldMonths["months"]): string[] => months.map(({ name, rows }) => `- ${name}: ${rows} rows`);
const notDropped = (log: string, { withoutMonth, before }: OldMonths): string[] =>
  withoutMonth === 0
    ? []
    : [`${withoutMonth} rows before ${dayOf(before)} have no month of their own and stay, in ${log}_default.`];

export function logCommands(program: Command, withContext: WithContext): void {
  defineSteps(
    program
      .command("logs")
      .description("logs that are kept by month; games, transfers and the ledger are kept for good")
      .command("retain")
      .argument("<log>", "log_entries: what players did; chat_messages; significant_events; or audit_log")
      .description("drop whole months that are older; shows them, and drops nothing without --yes")
      .requiredOption(
        "--months <count>",
        "how many whole months stay besides the present one; at least 6, 1, 12 and 60, and more where the profile of the rules of play asks for it",
      )
      .option("--audit", "must be given for the audit log")
      .option("--yes", "drop them"),
    { name: "logs.retain", why: "required" },
    withContext,
    {
      async plan(parts, _, log: string, typed: Typed) {
        const { db } = parts.storage;
        const keep = monthsToKeep(parts, log, typed);
        const old = await oldMonths(db, log, keep);
        const { months, before } = old;
        if (months.length === 0)
          return [`No month of ${log} ends before ${dayOf(before)}.`, ...notDropped(log, old)].join("\n");
        if (log === AUDIT_LOG) {
          // Rows that are already missing must not look like dropped ones.
          const { broken } = await verifyAudit(db);
          if (broken !== null) throw new InputError(`Nothing is dropped of an audit log that is broken: ${broken}.`);
        }
        if (typed.yes !== true) {
          const head = `Nothing is dropped yet. With --yes, these months of ${log} are, all before ${dayOf(before)}:`;
          return [head, ...listOf(months), ...notDropped(log, old)].join("\n");
        }
        return { target: log, before: { months }, requested: { monthsKept: keep, before: dayOf(before) } };
      },
      async carryOut(parts, actor, log: string, typed: Typed) {
        const keep = monthsToKeep(parts, log, typed);
        const { by, via, from, why } = actor;
        const { old, dropped } = await dropMonths(parts.storage, { log, keep, actor: { by, via, from, why } }).catch(
          (error: unknown) => {
            throw error instanceof OwnerNeeded ? new InputError(error.message) : error;
          },
        );
        const head = `Dropped of ${log}, all before ${dayOf(old.before)}:`;
        return { after: { months: dropped }, result: [head, ...listOf(dropped), ...notDropped(log, old)].join("\n") };
      },
    },
  );
}
