/**
 * Carries out the effects of a transfer, on the machine and in the ledger. Each results in one event, the release of the
 * lock in none; keeps no state.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { Transfer } from "../wallet/index.ts";
import { LOCK_MS } from "./commandTimes.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import { whereReachable } from "./machineErrors.ts";
import type { TransferEffect, UntimedEvent } from "./seat/types.ts";
import { ALL_AGREE } from "./settleMachine.ts";

async function reserve(
  { wallet, fence }: HostParts,
  { seat: currentSeat }: HostContext,
  effect: Extract<TransferEffect, { do: "reserve" | "recordNothing" }>,
): Promise<UntimedEvent> {
  const seat = currentSeat();
  if (!seat) return { type: "notReserved", code: ErrorCode.SessionTerminated, params: {} };
  const { player_id: playerId, machine_id: machineId, id: sessionId } = seat.session;
  const { kind, amount, ip } = effect.request;
  const clientTransferId = effect.request.clientTransferId ?? randomUUID();
  const request = { clientTransferId, playerId, machineId, sessionId, ip, fence };
  try {
    if (effect.do === "recordNothing")
      return { type: "reserved", transfer: await wallet.recordNothing(request), fresh: false };
    return { type: "reserved", ...(await wallet.begin({ ...request, kind, amount })) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === ErrorCode.ServiceUnavailable) throw error;
    return { type: "notReserved", code: error.code, params: error.params };
  }
}

async function interrogate(
  { driver, wallet, fence }: HostParts,
  { recordGames, readLedger }: HostContext,
  transfer: Transfer,
): Promise<UntimedEvent> {
  const found = await whereReachable(async () => {
    await recordGames();
    const answer = await driver.interrogate({ transferId: transfer.id, number: transfer.number });
    // A game changes the meters between two readings: the machine is interrogated again when it is idle.
    if (driver.state().phase !== "idle") throw new MachineUnreachable("a game is under way");
    return { answer, meters: await driver.meters() };
  });
  if (found === null) return { type: "interrogationLost" };
  const ledger = await wallet.machineBalance(fence.machineId);
  // Credit that the machine is to have although it is in suspense.
  const expected = transfer.state === "manual" ? ((await readLedger()).suspension?.credit ?? 0) : 0;
  return { type: "interrogated", ...found, ledger, expected };
}

async function lock({ driver }: HostParts, { recordGames }: HostContext): Promise<UntimedEvent> {
  const granted = await whereReachable(async () => {
    if (!(await driver.lock(LOCK_MS))) return false;
    // A game may have ended before the lock: it is recorded before its credit moves.
    await recordGames();
    return true;
  });
  return { type: "lockAnswered", answer: granted === null ? "lost" : granted ? "granted" : "refused" };
}

async function send({ driver }: HostParts, { id, number, amount, kind }: Transfer): Promise<UntimedEvent> {
  const request = { transferId: id, number, amount };
  const command = () => (kind === "cashin" ? driver.transferIn(request) : driver.transferOut(request));
  const answer = await whereReachable(command);
  return answer === null ? { type: "answerLost" } : { type: "answered", answer };
}

/** Resolves with null only for the release of the lock, which results in no event. */
export async function carryOutTransfer(
  parts: HostParts,
  context: HostContext,
  effect: TransferEffect,
): Promise<UntimedEvent | null> {
  const { driver, wallet, fence } = parts;
  switch (effect.do) {
    case "reserve":
    case "recordNothing":
      return reserve(parts, context, effect);
    case "lock":
      return lock(parts, context);
    case "markSent":
      return { type: "markedSent", transfer: await wallet.markSent(effect.transfer.id, fence) };
    case "send":
      return send(parts, effect.transfer);
    case "unlock":
      await whereReachable(() => driver.unlock());
      return null;
    case "markUnknown": {
      const evidence = { ...effect.evidence, unknownSince: new Date().toISOString() };
      return { type: "markedUnknown", transfer: await wallet.markUnknown(effect.transfer.id, evidence, fence) };
    }
    case "interrogate":
      return interrogate(parts, context, effect.transfer);
    case "settle": {
      const { moved, credit } = effect;
      return { type: "concluded", transfer: await wallet.settle(effect.transfer.id, { moved, credit }, fence) };
    }
    case "fail": {
      const { code, detail } = effect;
      return { type: "concluded", transfer: await wallet.fail(effect.transfer.id, { code, detail }, fence) };
    }
    case "makeManual": {
      const { reason } = effect;
      const evidence = { ...effect.evidence, at: new Date().toISOString() };
      const transfer = await wallet.makeManual(effect.transfer.id, { reason, evidence }, fence);
      return { type: "madeManual", transfer };
    }
    case "resolveManual": {
      const { state, moved, transfer } = effect;
      const resolution = { state, moved, by: "house", reason: ALL_AGREE };
      return { type: "concluded", transfer: await wallet.resolveManual(transfer.id, resolution, fence) };
    }
  }
}
