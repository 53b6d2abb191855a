/** What people of the house do with machines. */
import { Id } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode, MAX_TOUCH_AREAS, MAX_WHY, TouchArea } from "@reelcast/contract/console";
import * as z from "zod/mini";
import type { Domain } from "../domain.ts";
import type { MachineRow, NewMachineRequest } from "../floor/index.ts";
import { defineAct } from "./act.ts";
import type { ActContext, Actor } from "./context.ts";
import { requestMachine } from "./machineRequests.ts";
import { handPay, settle } from "./machineMoney.ts";
import { machineOf } from "./machineOf.ts";
import { MachineParams, machineTarget, visibleText } from "./params.ts";
import { playerOf } from "./playerOf.ts";

const MAX_HOURS = 720;

type MachineParams = z.infer<typeof MachineParams>;

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
const outOfOrder = defineAct({
  name: "machine.out-of-order",
  permission: "machine.operate",
  why: "optional",
  params: z.extend(MachineParams, { reason: visibleText(MAX_WHY) }),
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
  params: z.extend(MachineParams, { reason: z.exactOptional(visibleText(MAX_WHY)) }),
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

/** Where a machine's controls are in its picture. */
const touchAreas = defineAct({
  name: "machine.touch-areas",
  permission: "machine.operate",
  why: "optional",
  params: z.extend(MachineParams, { areas: z.array(TouchArea).check(z.maxLength(MAX_TOUCH_AREAS)) }),
  target: machineTarget,
  async change(parts, _, { machineId, areas }) {
    const found = await machineOf(parts, machineId);
    await parts.machineStore.setTouchAreas(machineId, areas);
    parts.publish("machine.changed", { id: machineId });
    return {
      target: machineTarget({ machineId }),
      before: { touchAreas: found.touch_areas },
      after: { touchAreas: areas },
      result: {},
    };
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

/** Takes a machine out of the house for good. */
const retire = defineAct({
  name: "machine.retire",
  permission: "machine.retire",
  why: "required",
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
  touchAreas,
  unlock,
  handPay,
  settle,
  retire,
  reserve,
  release,
} as const;
