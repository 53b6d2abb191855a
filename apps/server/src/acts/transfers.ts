/** Transfers whose outcome a person decides. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import type { Transfer, Wallet } from "../wallet/index.ts";
import { defineAct } from "./act.ts";
import { Amount } from "./params.ts";

/** @throws ConsoleError TransferUnknown */
async function transferOf(wallet: Pick<Wallet, "get">, id: string): Promise<Transfer> {
  const transfer = await wallet.get(id);
  if (!transfer) throw new ConsoleError(ConsoleErrorCode.TransferUnknown, { transfer: id });
  return transfer;
}
const notManual = ({ id, state }: Transfer, cause?: unknown) =>
  new ConsoleError(ConsoleErrorCode.TransferNotManual, { transfer: id, state }, { cause });

/** Settles a manual transfer; what it moved stays in suspense until the machine is settled. */
export const resolveTransfer = defineAct({
  name: "transfer.resolve",
  permission: "money.settle",
  why: "required",
  params: z.object({
    transferId: z.guid(),
    outcome: z.enum(["done", "failed"]),
    /** Of "done": what the machine moved, minor units; absent: what was asked for. */
    moved: z.exactOptional(Amount),
  }),
  target: ({ transferId }) => `transfer ${transferId}`,
  async change({ wallet, publish }, { by, why }, { transferId, outcome, moved: given }) {
    const found = await transferOf(wallet, transferId);
    if (found.state !== "manual") throw notManual(found);
    const { playerId, machineId } = found;
    const suspended = (await wallet.machineLedgers([machineId])).get(machineId)?.suspension?.credit ?? 0;
    const all = found.amount ?? suspended;
    const moved = outcome === "failed" ? 0 : (given ?? all);
    if (moved > all) throw new ConsoleError(ConsoleErrorCode.MovedTooMuch, { amount: all });
    await wallet.resolveManual(found.id, { state: outcome, moved, by, because: why ?? "" }, null);
    publish("machine.changed", { id: machineId });
    const remaining = (await wallet.machineLedgers([machineId])).get(machineId)?.suspension?.remaining ?? 0;
    return {
      target: `transfer ${found.id}`,
      before: { playerId, machineId, amount: found.amount, state: found.state },
      after: { playerId, machineId, moved, state: outcome, remaining },
      result: { machineId, moved, remaining },
    };
  },
  // Another operator or the machine has resolved it concurrently.
  async explain({ wallet }, error, { transferId }) {
    if (error instanceof ConsoleError) return error;
    const found = await transferOf(wallet, transferId);
    return found.state === "manual" ? error : notManual(found, error);
  },
});
