/** `house transfer …`: unresolved transfers, their evidence, and their resolution by an operator. */
import type { Command } from "commander";
import { InputError } from "../input.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";
import { defineChange, defineList, defineRead } from "./command.ts";
import type { Actor, CommandResult } from "./command.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { formatAmount, parseAmount, table } from "./money.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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

async function resolve(
  { wallet, publish }: Parts,
  { by, why }: Actor,
  id: string,
  outcome: string,
  options: { amount?: string },
): Promise<CommandResult> {
  if (outcome !== "done" && outcome !== "failed") throw new InputError(`"${outcome}" is not done or failed.`);
  const found = await transferOf(wallet, id);
  if (found.state !== "manual") throw new InputError(`Transfer ${id} is ${found.state}, not manual.`);
  if (outcome === "failed" && options.amount !== undefined)
    throw new InputError("A transfer that failed has moved nothing: leave --amount out.");
  const suspended = (await wallet.machineLedgers([found.machineId])).get(found.machineId)?.suspension?.credit ?? 0;
  const all = found.amount ?? suspended;
  const moved = outcome === "failed" ? 0 : options.amount === undefined ? all : parseAmount(options.amount);
  if (moved > all) throw new InputError(`It can't have moved more than ${formatAmount(all)}.`);
  await wallet.resolveManual(found.id, { state: outcome, moved, by, because: why ?? "" }, null);
  publish("machine.changed", { id: found.machineId });
  const left = (await wallet.machineLedgers([found.machineId])).get(found.machineId)?.suspension?.remaining ?? 0;
  const { playerId, machineId } = found;
  return {
    target: `transfer ${found.id}`,
    before: { playerId, machineId, amount: found.amount, state: found.state },
    after: { playerId, machineId, moved, state: outcome, remaining: left },
    message: [
      `Transfer ${id} is ${outcome}${outcome === "done" ? `, with ${formatAmount(moved)}` : ""}.`,
      ...(left > 0
        ? [`${formatAmount(left)} wait until the machine is settled: house machine settle ${machineId}`]
        : []),
    ].join("\n"),
  };
}

export function transferCommands(program: Command, withContext: WithContext): void {
  const transfer = program
    .command("transfer")
    .alias("transfers")
    .description("transfers between players and machines that are not settled");
  defineList(
    transfer
      .command("list", { isDefault: true })
      .description("those that are not settled; manual ones wait for a decision"),
    withContext,
    ({ wallet }) => listUnresolved(wallet),
  );
  defineRead(
    transfer
      .command("show <id>")
      .description("all evidence: the request, the machine's answers with their times, meters and ledger"),
    "transfer.show",
    withContext,
    async ({ wallet }, id: string) => {
      const found = await transferOf(wallet, id);
      return { target: `transfer ${found.id}`, output: describe(found) };
    },
  );
  defineChange(
    transfer
      .command("resolve <id> <outcome>")
      .description(
        "settle a manual transfer as done or failed; what it moved stays in suspense until the machine is settled",
      )
      .option("--amount <amount>", "what the machine moved, e.g. 500.00; default: the requested amount"),
    {
      name: "transfer.resolve",
      why: "required",
      // Another operator or the machine has resolved it concurrently.
      async explain({ wallet }, error, id) {
        if (error instanceof InputError) return error;
        const { state } = await transferOf(wallet, String(id));
        return state === "manual"
          ? error
          : new InputError(`Transfer ${String(id)} is ${state}, not manual.`, { cause: error });
      },
    },
    withContext,
    resolve,
  );
}
