/** `house ledger …`: the books. */
import process from "node:process";
import { InputError } from "../input.ts";
import type { Command } from "commander";
import type { LedgerReport } from "../wallet/index.ts";
import type { Parts, WithHouse } from "./house.ts";
import { formatAmount, table } from "./money.ts";
import { askMachine, isServed } from "./requests.ts";

/** Machines are asked all at once, and no longer: one that is offline keeps what was read of it last. */
const METERS_WITHIN_MS = 3_000;

/** Lets the running house read the meters of all machines now; where none runs, what was read last counts. */
async function readMeters(parts: Parts): Promise<void> {
  if (!(await isServed(parts))) return;
  const machines = await parts.registry.machines();
  const ask = (machineId: number) =>
    askMachine(parts, { machineId, kind: "meters", params: {}, by: "ledger check", reason: null }, METERS_WITHIN_MS);
  await Promise.all(
    machines.map(({ id }) =>
      ask(id).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
      }),
    ),
  );
}

const listed = (title: string, rows: readonly string[]) => `${title}:\n${rows.map((what) => `- ${what}`).join("\n")}`;

/** What was read and what was not. */
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

export function ledgerCommands(program: Command, withHouse: WithHouse): void {
  program
    .command("ledger")
    .description("the books")
    .command("check")
    .description(
      "check every invariant since the last checkpoint, and compare each machine's meters; exit code 1 if anything is to be looked at",
    )
    .option("--full", "read everything, not only what came since the last checkpoint")
    .option("--no-checkpoint", "write no checkpoint")
    .option("--json")
    .action((options: { full?: boolean; checkpoint: boolean; json?: boolean }) =>
      withHouse(async (parts) => {
        await readMeters(parts);
        const report = await parts.wallet.check({ full: options.full === true, checkpoint: options.checkpoint });
        const total = Object.values(report.sums).reduce((sum, part) => sum + part, 0);
        if (options.json) {
          console.log(JSON.stringify({ ...report, total }));
        } else {
          console.log(
            table(
              ["account", "sum"],
              [
                ...Object.entries(report.sums).map(([kind, sum]) => [kind, formatAmount(sum)]),
                ["all", formatAmount(total)],
              ],
            ),
          );
          console.log(`\nPending transfers: ${report.pending}`);
          if (report.broken.length > 0) console.log(listed("BROKEN", report.broken));
          if (report.attention.length > 0) console.log(listed("TO BE LOOKED AT", report.attention));
          if (report.ok) console.log("Every invariant holds.");
          for (const line of scope(report, options)) console.log(line);
        }
        if (!report.ok) process.exitCode = 1;
      }),
    );
}
