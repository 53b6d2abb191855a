/**
 * Money that a machine owes: a win that an attendant pays, and money in doubt. The machine pays what was decided, or nothing.
 * Above APPROVAL_ABOVE a second person approves it first; the machine's own answer then still decides.
 */
import { Id } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { approvalTarget, expireApprovals } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import type { Domain } from "../domain.ts";
import { defineAct } from "./act.ts";
import type { ActContext, Actor } from "./context.ts";
import { machineOf } from "./machineOf.ts";
import { addRequest, answerOf, requestMachine } from "./machineRequests.ts";
import { Amount, MachineParams, machineTarget } from "./params.ts";
import { HAND_PAY, MACHINE_PAYMENTS, SETTLE, payOrRequestApproval } from "./payments.ts";
import type { NeedsSecond, PaymentDone, PaymentRequested } from "./payments.ts";
import { playerOf } from "./playerOf.ts";
import { recordActOf } from "./run.ts";
import type { ActDone, ActPlan, StepsDone } from "./run.ts";

const KINDS = { [HAND_PAY]: "handPay", [SETTLE]: "settle" } as const;
type MachinePayment = keyof typeof KINDS;

/** @property paid minor units; null: no server has carried it out yet, it is done as soon as one runs and the machine answers */
export type MachinePaid = PaymentDone<{ waiting: boolean; paid: number | null }>;
/** An approved payment that the machine is asked for: `request` is the id of what its host carries out. */
export interface MachineAsked {
  state: "done";
  act: MachinePayment;
  machineId: number;
  request: string;
  /** As of `MachinePaid`. */
  paid: number | null;
}
/** @property requested as the host gets it: `amount` is what is paid; `counted` (minor units) and `because` are not for the host */
interface Plan extends ActPlan {
  requested: {
    amount?: number;
    pay?: number;
    playerId?: number;
    due?: number;
    counted?: number;
    because?: NeedsSecond;
  };
}

const forHost = ({ amount, pay, playerId, due }: Plan["requested"]) => ({
  ...(amount === undefined ? {} : { amount }),
  ...(pay === undefined ? {} : { pay }),
  ...(playerId === undefined ? {} : { playerId }),
  ...(due === undefined ? {} : { due }),
});

/** @param answer minor units */
const paidBy = (answer: string | null, after: Record<string, unknown>): StepsDone<MachinePaid> =>
  answer === null
    ? { after: { waiting: true }, result: { state: "done", waiting: true, paid: null } }
    : { after: { ...after, paid: Number(answer) }, result: { state: "done", waiting: false, paid: Number(answer) } };

/** Requests the approval of a second person where the amount needs one; null: it does not. */
async function approvalOf(
  parts: Domain,
  actor: Actor,
  act: MachinePayment,
  machineId: number,
  { requested }: Plan,
): Promise<ActDone<PaymentRequested> | null> {
  const { amount: paid = 0, because } = requested;
  const { counted: amount = paid } = requested;
  if (amount === 0) return null;
  const target = machineTarget({ machineId });
  const params = { machineId, ...requested };
  const wanted = { act, target, amount, params, key: null, acts: MACHINE_PAYMENTS, because };
  const within: ActDone<PaymentDone<object>> = { target, before: null, after: null, result: { state: "done" } };
  const done = await payOrRequestApproval(parts, actor, wanted, async () => within);
  const { result } = done;
  return result.state === "requested" ? { ...done, result } : null;
}

/** A request that pays exactly this is refused with what waits in its place: so it asks how much that is. */
const NOTHING = 0;
/**
 * The win that waits for an attendant, minor units. An older process pays it at once: then null.
 * @throws ConsoleError NoHandPay, HandPayPaid; MachineRefused where the machine does not answer
 */
async function waitingHandPay(context: ActContext, { by, why }: Actor, machineId: number): Promise<number> {
  const question = { machineId, kind: "handPay" as const, params: { amount: NOTHING }, by, reason: why };
  try {
    const answer = await requestMachine(context, question, { isQuestion: true });
    if (answer !== null) return Number(answer);
  } catch (error) {
    const amount = error instanceof ConsoleError ? error.params["amount"] : undefined;
    if (error instanceof ConsoleError && error.code === ConsoleErrorCode.OtherAmountWaits) return Number(amount);
    throw error;
  }
  throw new ConsoleError(ConsoleErrorCode.MachineRefused, { machine: machineId, because: "it does not answer" });
}

/**
 * A second person is not asked for what would be refused. Where the machine does not answer, its host decides later.
 * @throws ConsoleError with the host's reason
 */
async function assertPayable(
  context: ActContext,
  { by, why }: Actor,
  machineId: number,
  requested: Plan["requested"],
): Promise<void> {
  const params = { ...forHost(requested), amount: NOTHING };
  try {
    await requestMachine(context, { machineId, kind: "settle", params, by, reason: why }, { isQuestion: true });
  } catch (error) {
    // Only the amount is another one.
    if (error instanceof ConsoleError && error.code === ConsoleErrorCode.OtherAmountWaits) return;
    throw error;
  }
}

const prepareApprovals = ({ storage }: ActContext) => expireApprovals(storage.db);

/**
 * A win that waits for the attendant is paid to the player at once, as the attendant's key does at the machine. Above
 * APPROVAL_ABOVE a second person approves.
 */
export const handPay = defineAct({
  name: HAND_PAY,
  permission: "machine.handPay",
  why: "optional",
  recordsRefusals: true,
  params: MachineParams,
  target: machineTarget,
  async plan(context, actor, { machineId }): Promise<Plan> {
    await machineOf(context, machineId);
    await prepareApprovals(context);
    const amount = await waitingHandPay(context, actor, machineId);
    return { target: machineTarget({ machineId }), before: null, requested: { amount } };
  },
  instead: (parts, actor, { machineId }, plan) => approvalOf(parts, actor, HAND_PAY, machineId, plan),
  async carryOut(
    context,
    { by, why: reason },
    { machineId },
    { requested },
  ): Promise<StepsDone<MachinePaid | PaymentRequested>> {
    const answer = await requestMachine(context, { machineId, kind: "handPay", params: requested, by, reason });
    return paidBy(answer, {});
  },
});

/**
 * Why a settlement needs a second person whatever its amount. What was due may have been paid already, by the decision of its
 * transfer: then the machine's credit is nobody's, or more than what is due.
 */
const needOf = (pay: number, { due, owner }: { due: number; owner: number | undefined }): NeedsSecond | undefined =>
  pay <= due ? undefined : due === 0 && owner === undefined ? "nobodys" : "aboveDue";

/**
 * Clears a machine whose money is in doubt, and pays its player; its meters then count from there. Above APPROVAL_ABOVE a
 * second person approves, by what is paid or by what of the due is not, whichever is more; and always what is not due.
 */
export const settle = defineAct({
  name: SETTLE,
  permission: "money.settle",
  why: "required",
  params: z.extend(MachineParams, {
    /** What the player gets, minor units; absent: all that waits. */
    pay: z.exactOptional(z.union([z.literal(0), Amount])),
    /** Whom to pay, where the credit has no owner. */
    playerId: z.exactOptional(Id),
  }),
  target: machineTarget,
  async plan(context, actor, { machineId, ...given }): Promise<Plan> {
    await machineOf(context, machineId);
    if (given.playerId !== undefined) await playerOf(context, given.playerId);
    await prepareApprovals(context);
    const ledger = (await context.wallet.machineLedgers([machineId])).get(machineId);
    const { playerId: owner, remaining } = ledger?.suspension ?? {};
    const due = (remaining ?? 0) + (ledger?.credit ?? 0);
    const amount = given.pay ?? due;
    const because = needOf(amount, { due, owner });
    const unpaid = Math.max(0, due - amount);
    // Who approves it sees whom it pays.
    const payee = owner === undefined || amount === 0 ? {} : { playerId: owner };
    const counted = unpaid > amount ? { counted: unpaid } : {};
    const requested = { ...payee, ...given, amount, due, ...counted, ...(because === undefined ? {} : { because }) };
    if (because !== undefined) await assertPayable(context, actor, machineId, requested);
    const before = { credit: ledger?.credit, playerId: owner, remaining };
    return { target: machineTarget({ machineId }), before, requested };
  },
  instead: (parts, actor, { machineId }, plan) => approvalOf(parts, actor, SETTLE, machineId, plan),
  async carryOut(
    context,
    { by, why: reason },
    { machineId, ...given },
    { requested },
  ): Promise<StepsDone<MachinePaid | PaymentRequested>> {
    const answer = await requestMachine(context, { machineId, kind: "settle", params: forHost(requested), by, reason });
    return paidBy(answer, given);
  },
});

export const isMachinePayment = (act: string): act is MachinePayment => act in KINDS;

/** Asks the machine for what a second person has approved, in the transaction of the approval. */
export async function askApproved(
  parts: Domain,
  { act, params, requested_by: by, why }: ApprovalRequest & { act: MachinePayment },
): Promise<ActDone<MachineAsked>> {
  const { machineId: id, ...payment } = params as Plan["requested"] & { machineId: number; amount: number };
  const { id: machineId } = await machineOf(parts, id);
  const request = await addRequest(parts, { machineId, kind: KINDS[act], params: forHost(payment), by, reason: why });
  const target = machineTarget({ machineId });
  return { target, before: null, after: payment, result: { state: "done", act, machineId, request, paid: null } };
}

/** After the commit: waits for the machine, and records what became of it. @throws ConsoleError with the machine's refusal */
export async function awaitApproved(
  context: ActContext,
  actor: Actor,
  approval: number,
  asked: MachineAsked,
): Promise<MachineAsked> {
  const { act, machineId, request: id } = asked;
  const record = (after: Record<string, unknown>) =>
    recordActOf(context.storage.db, act, actor, {
      target: machineTarget({ machineId }),
      before: null,
      after: { approved: approvalTarget(approval), ...after },
    });
  try {
    const answer = await answerOf(context, { id, machineId });
    await record(answer === null ? { outcome: "done", waiting: true } : { outcome: "done", paid: Number(answer) });
    return { ...asked, paid: answer === null ? null : Number(answer) };
  } catch (error) {
    if (error instanceof ConsoleError) await record({ outcome: "refused", because: error.message });
    throw error;
  }
}
