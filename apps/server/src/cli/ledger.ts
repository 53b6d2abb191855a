/** `house ledger …`: checks of the ledger. */
import process from "node:process";
import { ConsoleError } from "@reelcast/contract/console";
import { isServed, requestMachine } from "../acts/index.ts";
import { LEDGER_CHECK, verifyAudit } from "../audit/index.ts";
import { recordEvent } from "../events/index.ts";
import { monthsAhead } from "../storage/index.ts";
import type { Command } from "commander";
import type { LedgerReport } from "../wallet/index.ts";
import { defineRead } from "./command.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { formatAmount, table } from "./money.ts";

/** Timeout for reading all meters in parallel. An offline machine keeps its last reading. */
const METERS_WITHIN_MS = 3_000;
/** Number of the newest audit rows to verify; `house audit verify` reads all rows. */
const AUDIT_ROWS = 100;

/** Asks the running server to read the meters of all machines now. Without a server the last readings count. */
async function readMeters(parts: Parts): Promise<void> {
  if (!(await isServed(parts))) return;
  const machines = await parts.machineStore.machines();
  const ask = (machineId: number) =>
    requestMachine(
      parts,
      { machineId, kind: "meters", params: {}, by: "ledger check", reason: null },
      { waitMs: METERS_WITHIN_MS, isQuestion: true },
    );
  await Promise.all(
    machines.map(({ id }) =>
      ask(id).catch((error: unknown) => {
        if (!(error instanceof ConsoleError)) throw error;
      }),
    ),
  );
}

/** Log tables of this or the next month that the daily maintenance has not created. */
async function missingMonths({ storage }: Parts): Promise<string[]> {
  return (await monthsAhead(storage.db))
    .filter(({ ahead }) => ahead < 1)
    .map(
      ({ table: log, ahead }) =>
        `${ahead < 0 ? "this" : "the next"} month of ${log} was not made: see the server's log`,
    );
}

const listed = (title: string, rows: readonly string[]) => `${title}:\n${rows.map((what) => `- ${what}`).join("\n")}`;

/** Which postings were read and which were not. */
function scope(report: LedgerReport, { checkpoint }: { checkpoint: boolean }): string[] {
  const { from, lastFull, postings, written, broken } = report;
  const full = from === null;
  const lines = full
    ? [`Read everything: ${postings} postings.`]
    : [
        `Read ${postings} postings, all since checkpoint ${from.checkpoint} of ${from.at.toISOString()}.`,
        "Not read again: what was in order at that checkpoint, but for the last posting of each account.",
        `Everything was read last at ${lastFull?.toISOString()}; do so once a week: house ledger check --full`,
      ];
  if (written !== null) lines.push(`The next check begins here: checkpoint ${written}.`);
  else if (broken.length > 0) lines.push("No checkpoint was written: the next check begins where this one did.");
  else if (checkpoint)
    lines.push("No checkpoint was written: the database takes no writes, or another check wrote one.");
  return lines;
}

/** A database that takes no writes has its failure in the output alone. */
async function recordFailure({ storage }: Parts, broken: readonly string[]): Promise<void> {
  const facts = { broken: broken.length, first: broken.slice(0, 3).map((what) => what.slice(0, 500)) };
  await recordEvent(storage.db, { kind: "ledgerCheckFailed", facts }).catch((error: unknown) =>
    console.error(`No significant event is recorded: ${error instanceof Error ? error.message : String(error)}`),
  );
}

export function ledgerCommands(program: Command, withContext: WithContext): void {
  defineRead(
    program
      .command("ledger")
      .description("the ledger")
      .command("check")
      .description(
        "check every invariant since the last checkpoint, and compare each machine's meters; exit code 1 if anything is to be looked at",
      )
      .option("--full", "read everything, not only what came since the last checkpoint")
      .option("--no-checkpoint", "write no checkpoint")
      .option("--json"),
    LEDGER_CHECK,
    withContext,
    async (parts, options: { full?: boolean; checkpoint: boolean; json?: boolean }) => {
      await readMeters(parts);
      const report = await parts.wallet.check({ full: options.full === true, checkpoint: options.checkpoint });
      const audit = await verifyAudit(parts.storage.db, { last: AUDIT_ROWS });
      const broken = [...report.broken, ...(audit.broken === null ? [] : [`audit log: ${audit.broken}`])];
      const attention = [...report.attention, ...(await missingMonths(parts))];
      const ok = broken.length === 0 && attention.length === 0;
      if (!ok) process.exitCode = 1;
      if (broken.length > 0) await recordFailure(parts, broken);
      const total = Object.values(report.sums).reduce((sum, part) => sum + part, 0);
      // Read by the metrics of the server.
      const after = { broken: broken.length, attention: attention.length, full: options.full === true };
      if (options.json)
        return { target: null, after, output: JSON.stringify({ ...report, ok, broken, attention, total }) };
      const sums = Object.entries(report.sums).map(([kind, sum]) => [kind, formatAmount(sum)]);
      const lines = [
        table(["account", "sum"], [...sums, ["all", formatAmount(total)]]),
        `\nPending transfers: ${report.pending}`,
        ...(broken.length > 0 ? [listed("BROKEN", broken)] : []),
        ...(attention.length > 0 ? [listed("TO BE LOOKED AT", attention)] : []),
        ...(ok ? ["Every invariant holds."] : []),
        ...scope(report, options),
      ];
      return { target: null, after, output: lines.join("\n") };
    },
  );
}
