/** `house transfer …`: transfers that are not settled, their evidence, and how an operator settles one. */
import { userInfo } from "node:os";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";
import type { WithHouse } from "./house.ts";
import { formatAmount, parseAmount, table } from "./money.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Who acts, where --by does not say it. */
export const systemUser = (): string => userInfo().username;
/** @throws InputError where there is none */
export function reasonOf(reason: string | undefined): string {
  if (reason === undefined || reason.trim() === "") throw new InputError("Say why, with --reason.");
  return reason.trim();
}

/** @throws InputError where the name is empty: a decision has somebody's name */
export function nameOf(by: string): string {
  if (by.trim() === "") throw new InputError("Say who decides this, with --by.");
  return by.trim();
}

async function transferOf(wallet: Wallet, id: string): Promise<Transfer> {
  const transfer = UUID.test(id) ? await wallet.get(id) : null;
  if (!transfer) throw new InputError(`There is no transfer "${id}".`);
  return transfer;
}
const amountOf = ({ amount }: Pick<Transfer, "amount">): string => (amount === null ? "all" : formatAmount(amount));

function describe(transfer: Transfer): string {
  const { id, number, kind, state, playerId, machineId, sessionId, moved, detail, createdAt, manualAt } = transfer;
  return [
    `transfer   ${id} (number ${number} of machine ${machineId})`,
    `kind       ${kind}, ${amountOf(transfer)}`,
    `state      ${state}${moved === null ? "" : `, moved ${formatAmount(moved)}`}`,
    `player     ${playerId}, session ${sessionId}`,
    `asked      ${createdAt.toISOString()}, as ${transfer.clientTransferId}`,
    ...(manualAt ? [`manual     since ${manualAt.toISOString()}`] : []),
    ...(detail === null ? [] : [`why        ${detail}`]),
    `evidence   ${JSON.stringify(transfer.evidence ?? {}, null, 2)}`,
  ].join("\n");
}

async function listUnresolved(wallet: Wallet): Promise<void> {
  const rows = await wallet.unresolved();
  if (rows.length === 0) return console.log("Every transfer is settled.");
  console.log(
    table(
      ["transfer", "kind", "state", "player", "machine", "amount", "since", "why"],
      rows.map((row) => [
        row.id,
        row.kind,
        row.state,
        row.playerId,
        row.machineId,
        amountOf(row),
        row.createdAt.toISOString(),
        row.state === "unknown" ? "waiting for the machine or the database" : (row.detail ?? ""),
      ]),
    ),
  );
}

export function transferCommands(program: Command, withHouse: WithHouse): void {
  const transfer = program
    .command("transfer")
    .alias("transfers")
    .description("transfers between players and machines that are not settled");
  transfer
    .command("list", { isDefault: true })
    .description("those that are not settled; manual ones wait for a decision")
    .action(() => withHouse(({ wallet }) => listUnresolved(wallet)));
  transfer
    .command("show <id>")
    .description("all evidence: what was asked, what the machine said and when, meters and ledger")
    .action((id: string) => withHouse(async ({ wallet }) => console.log(describe(await transferOf(wallet, id)))));
  transfer
    .command("resolve <id> <outcome>")
    .description(
      "settle a manual transfer as done or failed; what it moved stays in suspense until the machine is settled",
    )
    .option("--amount <amount>", "what the machine moved, e.g. 500.00; without it all that was asked")
    .option("--reason <text>", "why; must be given")
    .option("--by <name>", "who decides this", systemUser())
    .action((id: string, outcome: string, options: { amount?: string; reason?: string; by: string }) =>
      withHouse(async ({ wallet, tell }) => {
        if (outcome !== "done" && outcome !== "failed") throw new InputError(`"${outcome}" is not done or failed.`);
        const because = reasonOf(options.reason);
        const by = nameOf(options.by);
        const found = await transferOf(wallet, id);
        if (found.state !== "manual") throw new InputError(`Transfer ${id} is ${found.state}, not manual.`);
        if (outcome === "failed" && options.amount !== undefined)
          throw new InputError("A transfer that failed has moved nothing: leave --amount out.");
        const suspended = (await wallet.machineBooks([found.machineId])).get(found.machineId)?.suspension?.credit ?? 0;
        const all = found.amount ?? suspended;
        const moved = outcome === "failed" ? 0 : options.amount === undefined ? all : parseAmount(options.amount);
        if (moved > all) throw new InputError(`It can't have moved more than ${formatAmount(all)}.`);
        await wallet.resolveManual(found.id, { state: outcome, moved, by, because }, null).catch(async (error) => {
          // Somebody else, or the machine itself, has decided meanwhile.
          const { state } = await transferOf(wallet, id);
          throw state === "manual"
            ? error
            : new InputError(`Transfer ${id} is ${state}, not manual.`, { cause: error });
        });
        tell("machine.changed", { id: found.machineId });
        const left = (await wallet.machineBooks([found.machineId])).get(found.machineId)?.suspension?.remaining ?? 0;
        console.log(`Transfer ${id} is ${outcome}${outcome === "done" ? `, with ${formatAmount(moved)}` : ""}.`);
        if (left > 0)
          console.log(
            `${formatAmount(left)} wait until the machine is settled: house machine settle ${found.machineId}`,
          );
      }),
    );
}
