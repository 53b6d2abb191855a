/** Carries out the effects of a session and its machine. Each results in one event or none; keeps no state. */
import { MachineUnreachable } from "@reelcast/machine";
import { healMachine } from "./settleMachine.ts";
import type { GameLedger } from "./gameLedger.ts";
import type { HostParts } from "./hostParts.ts";
import type { EndReason, Seat, SeatEffect, UntimedEvent } from "./seat/types.ts";
import type { MachineLedger } from "../wallet/index.ts";

const PRESS_TTL_MS = 1_000;

/** What effects need of their host. */
export interface EffectContext {
  games: GameLedger;
  /** Null while the machine is free. */
  seat: () => Seat | null;
  nextPress: () => number;
  recordGames: () => Promise<void>;
  readLedger: () => Promise<MachineLedger>;
  /** The machine's row was changed. */
  readRow: () => Promise<void>;
  readTotals: () => Promise<void>;
  /** The machine's credit was cleared, or its meters were taken as the new base. */
  onHealed: () => Promise<void>;
}

/** Null if the machine can't be reached: the next tick tries again. */
export async function whereReachable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MachineUnreachable) return null;
    throw error;
  }
}

/** The session is over if machine and ledger both have no credit. @throws MachineUnreachable */
async function close(
  { sessions, fence }: HostParts,
  { games, seat, recordGames }: EffectContext,
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

/** Resolves with null if it results in no event, or is not an effect of a session. */
export async function carryOutSession(
  parts: HostParts,
  context: EffectContext,
  effect: SeatEffect,
): Promise<UntimedEvent | null> {
  const { sessions, wallet, fence, driver, registry, log } = parts;
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
      await registry.quarantine(machineId, effect.reason, epoch);
      await context.readRow();
      return null;
    case "refreshTotals":
      await context.readTotals();
      return null;
    case "healMachine":
      await healMachine(parts, await context.readLedger());
      await context.onHealed();
      return null;
    default:
      return null;
  }
}
