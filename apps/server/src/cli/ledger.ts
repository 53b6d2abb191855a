/** `house transfers` and `house ledger …`: the books. */
import process from "node:process";
import type { Command } from "commander";
import type { WithHouse } from "./house.ts";
import { formatAmount, table } from "./money.ts";

export function ledgerCommands(program: Command, withHouse: WithHouse): void {
  program
    .command("transfers")
    .description("transfers between players and machines that are not settled")
    .action(() =>
      withHouse(async ({ wallet }) => {
        const rows = await wallet.unresolved();
        if (rows.length === 0) console.log("Every transfer is settled.");
        else {
          console.log(
            table(
              ["transfer", "kind", "state", "player", "machine", "amount", "since"],
              rows.map((row) => [
                row.id,
                row.kind,
                row.state,
                row.playerId,
                row.machineId,
                row.amount === null ? "all" : formatAmount(row.amount),
                row.createdAt.toISOString(),
              ]),
            ),
          );
        }
      }),
    );

  program
    .command("ledger")
    .description("the books")
    .command("check")
    .description("check every invariant; exit code 1 if one is broken")
    .option("--json")
    .action((options: { json?: boolean }) =>
      withHouse(async ({ wallet, registry }) => {
        const report = await wallet.check();
        const meters = await registry.creditMeters();
        const machines = report.machines.map((row) => ({ ...row, meter: meters.get(row.id) ?? null }));
        const total = Object.values(report.sums).reduce((sum, part) => sum + part, 0);
        if (options.json) {
          console.log(JSON.stringify({ ...report, machines, total }));
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
          console.log(
            report.ok ? "Every invariant holds." : `BROKEN:\n${report.broken.map((what) => `- ${what}`).join("\n")}`,
          );
        }
        if (!report.ok) process.exitCode = 1;
      }),
    );
}
