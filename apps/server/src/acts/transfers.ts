/** Transfers whose outcome a person decides. If its player gets more than APPROVAL_ABOVE by it, a second person approves it first. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { expireApprovals, lockKey } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import type { Domain } from "../domain.ts";
import type { Trx } from "../storage/index.ts";
import type { Transfer, Wallet } from "../wallet/index.ts";
import { defineAct } from "./act.ts";
import type { Actor } from "./context.ts";
import { Amount, machineTarget } from "./params.ts";
import { MACHINE_PAYMENTS, RESOLVE, payOrRequestApproval } from "./payments.ts";
import type { PaymentDone, PaymentRequested } from "./payments.ts";
import type { ActDone } from "./run.ts";

const Decision = z.object({
  transferId: z.guid(),
  outcome: z.enum(["done", "failed"]),
  /** Of "done": what the machine moved, minor units; absent: what was asked for. */
  moved: z.exactOptional(z.union([z.literal(0), Amount])),
});
type Decision = z.infer<typeof Decision>;

/** @property moved minor units @property remaining minor units that stay in suspense until the machine is settled */
export interface TransferDecided {
  transferId: string;
  outcome: Decision["outcome"];
  machineId: number;
  moved: number;
  remaining: number;
}

const targetOf = (id: string) => `transfer ${id}`;

/** @throws ConsoleError TransferUnknown */
async function transferOf(wallet: Pick<Wallet, "get">, id: string): Promise<Transfer> {
  const transfer = await wallet.get(id);
  if (!transfer) throw new ConsoleError(ConsoleErrorCode.TransferUnknown, { transfer: id });
  return transfer;
}
const notManual = ({ id, state }: Transfer, cause?: unknown) =>
  new ConsoleError(ConsoleErrorCode.TransferNotManual, { transfer: id, state }, { cause });

/** What the decision would move. @throws ConsoleError TransferUnknown, TransferNotManual, MovedTooMuch */
async function plan({ wallet, storage }: Domain, { transferId, outcome, moved: given }: Decision) {
  // Of two decisions at the same time, the second one finds it decided.
  await lockKey(storage.db as Trx, targetOf(transferId), RESOLVE);
  const found = await transferOf(wallet, transferId);
  if (found.state !== "manual") throw notManual(found);
  const suspension = (await wallet.machineLedgers([found.machineId])).get(found.machineId)?.suspension;
  const all = found.amount ?? suspension?.credit ?? 0;
  const moved = outcome === "failed" ? 0 : (given ?? all);
  if (moved > all) throw new ConsoleError(ConsoleErrorCode.MovedTooMuch, { amount: all });
  // As transfer_resolve pays: a deposit gives back what it has not moved, a cash-out pays what it has.
  const toPlayer = found.kind === "cashin" ? (suspension?.held ?? 0) - moved : moved;
  return { found, moved, toPlayer };
}
type Planned = Awaited<ReturnType<typeof plan>>;

async function post(
  { wallet, publish }: Domain,
  outcome: Decision["outcome"],
  { found, moved, toPlayer }: Planned,
  { by, why }: Pick<Actor, "by" | "why">,
): Promise<ActDone<PaymentDone<TransferDecided>>> {
  const { id: transferId, playerId, machineId, amount, state } = found;
  await wallet.resolveManual(transferId, { state: outcome, moved, by, reason: why ?? "" }, null);
  publish("machine.changed", { id: machineId });
  const remaining = (await wallet.machineLedgers([machineId])).get(machineId)?.suspension?.remaining ?? 0;
  return {
    target: targetOf(transferId),
    before: { playerId, machineId, asked: amount, state },
    // The amount that the player got is what is added up.
    after: { playerId, machineId, moved, amount: toPlayer, state: outcome, remaining },
    result: { state: "done", transferId, outcome, machineId, moved, remaining },
  };
}

/** What a request asks for. Its parameters were validated when it was made. */
export const decisionOf = ({ params }: ApprovalRequest): Decision => {
  const { transferId, outcome, moved } = params;
  return { transferId: String(transferId), outcome: outcome === "done" ? "done" : "failed", moved: Number(moved) };
};

/** Carries out an approved decision. @throws ConsoleError TransferNotManual where it was decided meanwhile */
export async function decideTransfer(
  parts: Domain,
  decision: Decision,
  actor: Pick<Actor, "by" | "why">,
): Promise<ActDone<PaymentDone<TransferDecided>>> {
  return post(parts, decision.outcome, await plan(parts, decision), actor);
}

/** After the rollback: the machine may have resolved it at the same moment. */
export async function explainDecision(
  { wallet }: Pick<Domain, "wallet">,
  error: unknown,
  transferId: string,
): Promise<unknown> {
  if (error instanceof ConsoleError) return error;
  const found = await transferOf(wallet, transferId);
  return found.state === "manual" ? error : notManual(found, error);
}

/**
 * Settles a manual transfer; what it moved stays in suspense until the machine is settled. Above APPROVAL_ABOVE, by what the
 * player gets, a second person approves.
 */
export const resolveTransfer = defineAct({
  name: RESOLVE,
  permission: "money.settle",
  why: "required",
  params: z.extend(Decision, { moved: z.exactOptional(Amount) }),
  target: ({ transferId }) => targetOf(transferId),
  prepare: ({ storage }) => expireApprovals(storage.db),
  async change(parts, actor, decision): Promise<ActDone<PaymentDone<TransferDecided> | PaymentRequested>> {
    const planned = await plan(parts, decision);
    const carryOut = () => post(parts, decision.outcome, planned, actor);
    const { found, moved, toPlayer: amount } = planned;
    if (amount === 0) return carryOut();
    const { id: transferId, playerId, machineId } = found;
    const params = { transferId, outcome: decision.outcome, moved, playerId, machineId };
    const wanted = { act: RESOLVE, target: targetOf(transferId), amount, params, key: null };
    const counted = { acts: MACHINE_PAYMENTS, countsFor: machineTarget({ machineId }) };
    return payOrRequestApproval(parts, actor, { ...wanted, ...counted }, carryOut);
  },
  explain: (context, error, { transferId }) => explainDecision(context, error, transferId),
});
