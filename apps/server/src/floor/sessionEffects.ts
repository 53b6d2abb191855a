/**
 * Carries out what the rules want of a session and its machine, one thing each, and says what came of it as an event. It
 * keeps no state and draws no conclusion.
 */
import { MachineUnreachable } from "@reelcast/machine";
import { healMachine } from "./care.ts";
import type { GameLedger } from "./gameLedger.ts";
import type { HostParts } from "./hostParts.ts";
import type { EndReason, Seat, SeatEffect, UntimedEvent } from "./seat/types.ts";
import type { MachineBooks } from "../wallet/index.ts";

const PRESS_TTL_MS = 1_000;

/** What effects need of the host that wants them. */
export interface EffectContext {
  games: GameLedger;
  /** Who sits there now. */
  seat: () => Seat | null;
  nextPress: () => number;
  recordGames: () => Promise<void>;
  readBooks: () => Promise<MachineBooks>;
  /** The machine's row was changed. */
  readRow: () => Promise<void>;
  readTotals: () => Promise<void>;
  /** The machine was cleared, or its meters count anew. */
  onHealed: () => Promise<void>;
}

/** A machine that can't be reached: what is wanted of it is wanted again at the next tick. */
export async function whereReachable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MachineUnreachable) return null;
    throw error;
  }
}

/** The session is over when machine and ledger both say so. @throws MachineUnreachable */
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

/** Answers null where nothing came of it, or it is no effect of a session. */
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
      await healMachine(parts, await context.readBooks());
      await context.onHealed();
      return null;
    default:
      return null;
  }
}
