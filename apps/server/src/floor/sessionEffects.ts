/** Carries out the effects of a session and its machine. Each results in one event or none; keeps no state. */
import { PRESS_TTL_MS } from "./commandTimes.ts";
import type { HostContext, HostParts } from "./hostParts.ts";
import { whereReachable } from "./machineErrors.ts";
import type { EndReason, Seat, SessionEffect, UntimedEvent } from "./seat/types.ts";
import { putBackIntoPlay } from "./settleMachine.ts";

/** The session is over if machine and ledger both have no credit. @throws MachineUnreachable */
async function close(
  { sessions, fence }: HostParts,
  { games, seat, recordGames }: HostContext,
  ending: Seat,
  reason: EndReason,
): Promise<UntimedEvent | null> {
  if (seat()?.session.id !== ending.session.id) return null;
  await recordGames();
  const read = await games.read(true);
  if (read === null) return null;
  if (read.meters.credit !== 0 || read.ledger.credit !== 0) return { type: "notClosed", ...read };
  const { paid_out: paid } = await sessions.close(ending.session.id, reason, fence.epoch);
  return { type: "closed", paid: paid ?? 0 };
}

/** Resolves with null if it results in no event. */
export async function carryOutSession(
  parts: HostParts,
  context: HostContext,
  effect: SessionEffect,
): Promise<UntimedEvent | null> {
  const { sessions, wallet, fence, driver, machineStore, log } = parts;
  const { machineId, epoch } = fence;
  switch (effect.do) {
    case "storeEnding":
      await sessions.ending(effect.seat.session.id, effect.reason, epoch);
      return { type: "endingStored" };
    case "takeWin":
      await whereReachable(() => driver.press({ control: "take", sequence: context.nextPress(), ttlMs: PRESS_TTL_MS }));
      return null;
    case "close":
      return whereReachable(() => close(parts, context, effect.seat, effect.reason));
    case "suspend": {
      const { reason, evidence, seat } = effect;
      log.error({ machineId, reason, ...evidence }, "the meters differ from the ledger: play ends here");
      const suspension = await wallet.suspendSession(seat.session.id, { reason, evidence }, fence);
      await context.readRow();
      return { type: "suspended", suspension };
    }
    case "quarantine":
      log.error({ machineId, reason: effect.reason }, "the meters differ from the ledger");
      await machineStore.quarantine(machineId, effect.reason, epoch);
      await context.readRow();
      return null;
    case "refreshTotals":
      await context.readTotals();
      return null;
    case "putBackIntoPlay":
      await putBackIntoPlay(parts, await context.readLedger());
      await context.readLedgerAndRow();
      return null;
  }
}
