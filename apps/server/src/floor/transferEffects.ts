/**
 * Carries out the effects of a transfer, on the machine and in the ledger. Each results in one event; keeps no state.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { Transfer } from "../wallet/index.ts";
import type { HostParts } from "./hostParts.ts";
import type { SeatEffect, UntimedEvent } from "./seat/types.ts";
import type { EffectContext } from "./sessionEffects.ts";

const LOCK_MS = 10_000;

/** "lost" if the machine can't be reached. @throws every other error */
async function reach<T>(command: () => Promise<T>): Promise<T | "lost"> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof MachineUnreachable) return "lost";
    throw error;
  }
}

async function reserve(
  { wallet, fence }: HostParts,
  { seat: currentSeat }: EffectContext,
  effect: Extract<SeatEffect, { do: "reserve" | "recordNothing" }>,
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
  { recordGames, readLedger }: EffectContext,
  transfer: Transfer,
): Promise<UntimedEvent> {
  const found = await reach(async () => {
    await recordGames();
    const answer = await driver.interrogate({ transferId: transfer.id, number: transfer.number });
    // A game changes the meters between two readings: the machine is interrogated again when it is idle.
    if (driver.state().phase !== "idle") throw new MachineUnreachable("a game is under way");
    return { answer, meters: await driver.meters() };
  });
  if (found === "lost") return { type: "interrogationLost" };
  const ledger = await wallet.machineBalance(fence.machineId);
  // Credit that the machine is to have although it is in suspense.
  const expected = transfer.state === "manual" ? ((await readLedger()).suspension?.credit ?? 0) : 0;
  return { type: "interrogated", ...found, ledger, expected };
}

type Result = UntimedEvent | "none" | null;

async function carryOutOnMachine(parts: HostParts, context: EffectContext, effect: SeatEffect): Promise<Result> {
  const { driver } = parts;
  switch (effect.do) {
    case "lock": {
      const granted = await reach(async () => {
        if (!(await driver.lock(LOCK_MS))) return false;
        // A game may have ended before the lock: it is recorded before its credit moves.
        await context.recordGames();
        return true;
      });
      return { type: "lockAnswered", answer: granted === "lost" ? "lost" : granted ? "granted" : "refused" };
    }
    case "send": {
      const { id: transferId, number, amount, kind } = effect.transfer;
      const request = { transferId, number, amount };
      const answer = await reach(() => (kind === "cashin" ? driver.transferIn(request) : driver.transferOut(request)));
      return answer === "lost" ? { type: "answerLost" } : { type: "answered", answer };
    }
    case "unlock":
      await reach(() => driver.unlock());
      return "none";
    case "interrogate":
      return interrogate(parts, context, effect.transfer);
    default:
      return null;
  }
}

async function carryOutInLedger(parts: HostParts, context: EffectContext, effect: SeatEffect): Promise<Result> {
  const { wallet, fence } = parts;
  switch (effect.do) {
    case "reserve":
    case "recordNothing":
      return reserve(parts, context, effect);
    case "markSent":
      return { type: "markedSent", transfer: await wallet.markSent(effect.transfer.id, fence) };
    case "markUnknown": {
      const evidence = { ...effect.evidence, unknownSince: new Date().toISOString() };
      return { type: "markedUnknown", transfer: await wallet.markUnknown(effect.transfer.id, evidence, fence) };
    }
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
      const because = "the machine answered clearly, and all meters agree";
      const resolved = await wallet.resolveManual(transfer.id, { state, moved, by: "house", because }, fence);
      return { type: "concluded", transfer: resolved };
    }
    default:
      return null;
  }
}

/** Resolves with null for an effect that is not of a transfer, and with "none" for one that results in no event. */
export async function carryOutTransfer(parts: HostParts, context: EffectContext, effect: SeatEffect): Promise<Result> {
  return (await carryOutOnMachine(parts, context, effect)) ?? carryOutInLedger(parts, context, effect);
}
