/** `house transfer …`: unresolved transfers, their evidence, and their resolution by an operator. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Command } from "commander";
import { isWaiting, requestsOn } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import { InputError } from "../input.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";
import { ACTS } from "../acts/index.ts";
import type { TransferDecided } from "../acts/index.ts";
import { defineActCommand, defineList, defineRead } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { describeRequest } from "./credit.ts";
import { formatAmount, parseAmount, table } from "./money.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function transferOf(wallet: Wallet, id: string): Promise<Transfer> {
  const transfer = UUID.test(id) ? await wallet.get(id) : null;
  if (!transfer) throw new ConsoleError(ConsoleErrorCode.TransferUnknown, { transfer: id });
  return transfer;
}
const amountOf = ({ amount }: Pick<Transfer, "amount">): string => (amount === null ? "all" : formatAmount(amount));

/** @param waits of the requests to decide it that wait for a second person, one line each */
function describe(transfer: Transfer, waits: readonly string[]): string {
  const { id, number, kind, state, playerId, machineId, sessionId, moved, detail, createdAt, manualAt } = transfer;
  return [
    `transfer   ${id} (number ${number} of machine ${machineId})`,
    `kind       ${kind}, ${amountOf(transfer)}`,
    `state      ${state}${moved === null ? "" : `, moved ${formatAmount(moved)}`}`,
    `player     ${playerId}, session ${sessionId}`,
    `asked      ${createdAt.toISOString()}, as ${transfer.clientTransferId}`,
    ...(manualAt ? [`manual     since ${manualAt.toISOString()}`] : []),
    ...(detail === null ? [] : [`why        ${detail}`]),
    ...waits.map((request) => `request    ${request}`),
    `evidence   ${JSON.stringify(transfer.evidence ?? {}, null, 2)}`,
  ].join("\n");
}

const describeWaiting = ({ id, requested_by: by, expires_at: until, params }: ApprovalRequest): string =>
  `${id} of ${by} (${String(params["outcome"])}, moved ${formatAmount(Number(params["moved"]))}) waits for a second person until ${until.toISOString()}`;

export const describeDecision = ({ transferId, outcome, machineId, moved, remaining }: TransferDecided): string =>
  [
    `Transfer ${transferId} is ${outcome}${outcome === "done" ? `, with ${formatAmount(moved)}` : ""}.`,
    ...(remaining > 0
      ? [`${formatAmount(remaining)} wait until the machine is settled: house machine settle ${machineId}`]
      : []),
  ].join("\n");

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
    async ({ wallet, storage }, id: string) => {
      const found = await transferOf(wallet, id);
      const target = `transfer ${found.id}`;
      const waits = (await requestsOn(storage.db, target)).filter(isWaiting);
      return { target, output: describe(found, waits.map(describeWaiting)) };
    },
  );
  defineActCommand(
    transfer
      .command("resolve <id> <outcome>")
      .description(
        "settle a manual transfer as done or failed; what it moved stays in suspense until the machine is settled; if the player " +
          "gets more than APPROVAL_ABOVE by it, a second person approves",
      )
      .option("--amount <amount>", "what the machine moved, e.g. 500.00; default: the requested amount"),
    ACTS.transfers.resolve,
    withContext,
    {
      async params({ wallet }, id: string, outcome: string, { amount }: { amount?: string }) {
        const known = (["done", "failed"] as const).find((each) => each === outcome);
        if (!known) throw new InputError(`"${outcome}" is not done or failed.`);
        await transferOf(wallet, id);
        if (known === "failed" && amount !== undefined)
          throw new InputError("A transfer that failed has moved nothing: leave --amount out.");
        return { transferId: id, outcome: known, ...(amount === undefined ? {} : { moved: parseAmount(amount) }) };
      },
      say: (decided, id: string, _: string, { by }: { by: string }) =>
        decided.state === "done"
          ? describeDecision(decided)
          : `${describeRequest(decided, by, "machines")}\nThe evidence: house transfer show ${id}`,
    },
  );
}
