/** What people of the house do with machines. */
import { Id } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import type { MachineRow, NewMachineRequest } from "../floor/index.ts";
import { defineAct } from "./act.ts";
import type { ActContext, Actor } from "./context.ts";
import { requestMachine } from "./machineRequests.ts";
import { Amount, MachineParams, machineTarget, visibleText } from "./params.ts";
import { playerOf } from "./playerOf.ts";
import type { StepsDone } from "./run.ts";

const MAX_REASON = 1_000;
const MAX_HOURS = 720;

type MachineParams = z.infer<typeof MachineParams>;

/** @throws ConsoleError MachineUnknown */
async function machineOf({ machineStore }: Pick<Domain, "machineStore">, machineId: number): Promise<MachineRow> {
  const found = await machineStore.machine(machineId);
  if (!found) throw new ConsoleError(ConsoleErrorCode.MachineUnknown, { machine: machineId });
  return found;
}

/** The state of a machine that an operator may change, for the audit log. */
const stateOf = (row: MachineRow) => ({
  name: row.name,
  outOfOrder: row.out_of_order,
  quarantined: row.quarantined,
  closedAt: row.closed_at,
  closedBecause: row.closed_reason,
  reservedFor: row.reserved_for,
  reservedUntil: row.reserved_until,
});

/** The plan of a request that the machine's host executes. */
async function plan(context: ActContext, _: Actor, params: MachineParams) {
  const found = await machineOf(context, params.machineId);
  return { target: machineTarget(params), before: stateOf(found), requested: {} };
}
const request = (
  context: ActContext,
  { by, why: reason }: Actor,
  wanted: Pick<NewMachineRequest, "machineId" | "kind" | "params">,
) => requestMachine(context, { ...wanted, by, reason });

/** No server has executed the request yet: it is done as soon as one runs and the machine answers. */
const WAITING = { waiting: true } as const;
const waits = { after: WAITING, result: WAITING };
/** Of a request that pays. @param answer minor units */
const paidBy = (
  answer: string | null,
  after: Record<string, unknown> = {},
): StepsDone<{ waiting: boolean; paid: number | null }> =>
  answer === null
    ? { after: WAITING, result: { waiting: true, paid: null } }
    : { after: { ...after, paid: Number(answer) }, result: { waiting: false, paid: Number(answer) } };

const outOfOrder = defineAct({
  name: "machine.out-of-order",
  permission: "machine.operate",
  why: "optional",
  params: z.extend(MachineParams, { reason: visibleText(MAX_REASON) }),
  target: machineTarget,
  async change(parts, _, { machineId, reason }) {
    const done = await changeState(parts, machineId, () => parts.machineStore.setOutOfOrder(machineId, reason));
    return { ...done, result: {} };
  },
});

/** A change that is published to all processes at its commit. */
async function changeState(parts: Domain, machineId: number, change: () => Promise<boolean>) {
  const found = await machineOf(parts, machineId);
  await change();
  parts.publish("machine.changed", { id: machineId });
  const after = stateOf(await machineOf(parts, machineId));
  return { target: machineTarget({ machineId }), before: stateOf(found), after };
}

/** Nobody new may sit down; who is seated plays on, and comes back to the seat as before. */
const close = defineAct({
  name: "machine.close",
  permission: "machine.operate",
  why: "optional",
  params: z.extend(MachineParams, { reason: z.exactOptional(visibleText(MAX_REASON)) }),
  target: machineTarget,
  async change(parts, _, { machineId, reason = null }) {
    return { ...(await changeState(parts, machineId, () => parts.machineStore.close(machineId, reason))), result: {} };
  },
});

/** To all players again. A machine that is out of order stays so. */
const open = defineAct({
  name: "machine.open",
  permission: "machine.operate",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  async change(parts, _, { machineId }) {
    return { ...(await changeState(parts, machineId, () => parts.machineStore.open(machineId))), result: {} };
  },
});

/** Back into play, once its meters agree with the ledger. */
const back = defineAct({
  name: "machine.back",
  permission: "machine.operate",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  plan,
  async carryOut(context, actor, { machineId }) {
    const answer = await request(context, actor, { machineId, kind: "back", params: {} });
    if (answer === null) return waits;
    return { after: stateOf(await machineOf(context, machineId)), result: { waiting: false } };
  },
});

/** Releases the lock that a transfer keeps on a machine. */
const unlock = defineAct({
  name: "machine.unlock",
  permission: "machine.operate",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  plan,
  async carryOut(context, actor, { machineId }) {
    const answer = await request(context, actor, { machineId, kind: "unlock", params: {} });
    return answer === null ? waits : { after: { unlocked: true }, result: { waiting: false } };
  },
});

/** A win that waits for the attendant is paid to the player at once, as the attendant's key does at the machine. */
const handPay = defineAct({
  name: "machine.hand-pay",
  permission: "machine.handPay",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  plan,
  async carryOut(context, actor, { machineId }) {
    return paidBy(await request(context, actor, { machineId, kind: "handPay", params: {} }));
  },
});

/** Clears a machine whose money is in doubt, and pays its player; its meters then count from there. */
const settle = defineAct({
  name: "machine.settle",
  permission: "money.settle",
  why: "required",
  params: z.extend(MachineParams, {
    /** What the player gets, minor units; absent: all that waits. */
    pay: z.exactOptional(z.union([z.literal(0), Amount])),
    /** Whom to pay, where the credit has no owner. */
    playerId: z.exactOptional(Id),
  }),
  target: machineTarget,
  async plan(context, _, { machineId, ...requested }) {
    await machineOf(context, machineId);
    if (requested.playerId !== undefined) await playerOf(context, requested.playerId);
    const ledger = (await context.wallet.machineLedgers([machineId])).get(machineId);
    return {
      target: machineTarget({ machineId }),
      before: {
        credit: ledger?.credit,
        playerId: ledger?.suspension?.playerId,
        remaining: ledger?.suspension?.remaining,
      },
      requested,
    };
  },
  async carryOut(context, actor, { machineId, ...params }) {
    return paidBy(await request(context, actor, { machineId, kind: "settle", params }), params);
  },
});

/** Takes a machine out of the house for good. */
const retire = defineAct({
  name: "machine.retire",
  permission: "machine.retire",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  async change(parts, _, { machineId }) {
    const found = await machineOf(parts, machineId);
    const refusal = await parts.machineStore.retire(machineId);
    if (refusal !== null)
      throw new ConsoleError(refusal === "seated" ? ConsoleErrorCode.RetireSeated : ConsoleErrorCode.RetireUnsettled, {
        machine: machineId,
      });
    parts.publish("machine.changed", { id: machineId });
    return { target: machineTarget({ machineId }), before: stateOf(found), after: { retired: true }, result: {} };
  },
});

/** Keeps a machine for one player. */
const reserve = defineAct({
  name: "machine.reserve",
  permission: "machine.operate",
  why: "optional",
  params: z.extend(MachineParams, { playerId: Id, hours: z.int().check(z.minimum(1), z.maximum(MAX_HOURS)) }),
  target: machineTarget,
  async change(parts, _, { machineId, playerId, hours }) {
    await playerOf(parts, playerId);
    const until = new Date(Date.now() + hours * 3_600_000);
    return {
      ...(await changeState(parts, machineId, () => parts.machineStore.reserve(machineId, { playerId, until }))),
      result: { until },
    };
  },
});

/** Gives a reserved machine back to all players. */
const release = defineAct({
  name: "machine.release",
  permission: "machine.operate",
  why: "optional",
  params: MachineParams,
  target: machineTarget,
  async change(parts, _, { machineId }) {
    return { ...(await changeState(parts, machineId, () => parts.machineStore.reserve(machineId, null))), result: {} };
  },
});

export const machineActs = {
  outOfOrder,
  back,
  close,
  open,
  unlock,
  handPay,
  settle,
  retire,
  reserve,
  release,
} as const;
