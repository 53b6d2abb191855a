/**
 * Puts a machine whose money was in doubt back into play: its credit meter is cleared, its player paid, and its meters
 * become the base of later comparisons. Only in the machine's queue.
 */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Meters } from "@reelcast/machine";
import type { MachineLedger } from "../wallet/index.ts";
import { LOCK_MS } from "./commandTimes.ts";
import type { HostParts } from "./hostParts.ts";
import { whereReachable } from "./machineErrors.ts";

type CareParts = Pick<HostParts, "driver" | "wallet" | "fence" | "log">;

/** Why the server itself ends a doubt. */
export const ALL_AGREE = "the machine answered clearly, and all meters agree";

/**
 * Credit that an interrupted settlement has already taken off the machine under this id, minor units.
 * @throws MachineUnreachable
 */
export async function clearedBefore({ driver, wallet, fence }: CareParts, id: string): Promise<number> {
  const known = await driver.interrogate({ transferId: id, number: await wallet.nextTransferNumber(fence) });
  return known.status === "done" ? known.moved : 0;
}

/**
 * Takes all credit off the machine; once for each id.
 * @returns what was taken in all, minor units, and the meters afterwards @throws MachineUnreachable; ConsoleError if
 * it refuses
 */
async function clearCredit(parts: CareParts, id: string): Promise<{ cleared: number; meters: Meters }> {
  const { driver, wallet, fence } = parts;
  const before = await clearedBefore(parts, id);
  const { credit } = await driver.meters();
  if (before > 0 || credit === 0) return { cleared: before, meters: await driver.meters() };
  if (!(await driver.lock(LOCK_MS)))
    throw new ConsoleError(ConsoleErrorCode.MachineNotLocked, { machine: fence.machineId });
  try {
    const number = await wallet.nextTransferNumber(fence);
    const answer = await driver.transferOut({ transferId: id, number, amount: null });
    if (answer.status !== "done") throw new ConsoleError(ConsoleErrorCode.CreditNotGiven, { machine: fence.machineId });
    return { cleared: answer.moved, meters: await driver.meters() };
  } finally {
    await whereReachable(() => driver.unlock());
  }
}

export interface Settlement {
  /** Idempotency key of the settlement. */
  key: string;
  playerId: number | null;
  /** Minor units. */
  pay: number;
  by: string;
  reason: string;
}

/** Clears the machine and pays its player. @throws AppError if the ledger refuses it, ConsoleError if the machine does, MachineUnreachable */
export async function settleMachine(parts: CareParts, settlement: Settlement): Promise<void> {
  const { cleared, meters } = await clearCredit(parts, settlement.key);
  await parts.wallet.settleMachine({ ...settlement, cleared, meters }, parts.fence);
}

/**
 * After the machine's own answer has ended a doubt: the rest of its credit goes to its player, and the machine back
 * into play. If anything still differs, it is left to an operator.
 */
export async function putBackIntoPlay(parts: CareParts, ledger: MachineLedger): Promise<void> {
  const { driver, wallet, fence, log } = parts;
  const { suspension } = ledger;
  if (suspension) {
    const { credit } = await driver.meters();
    if (credit !== suspension.remaining) return;
    await settleMachine(parts, {
      key: suspension.id,
      playerId: suspension.playerId,
      pay: suspension.remaining,
      by: "house",
      reason: ALL_AGREE,
    });
  }
  await wallet.storeMeters(await driver.meters(), fence);
  const why = await wallet.backIntoPlay(fence, "quarantine");
  log.info(
    { machineId: fence.machineId, why },
    why === null ? "the machine is back in play" : "the machine stays out of play",
  );
}
