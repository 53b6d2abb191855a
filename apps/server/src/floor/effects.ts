/**
 * Carries out the effects of the rules for one machine: notifications, answers to callers, transfers and the session.
 * What fails is tried again with a later tick, except when another owner has the machine.
 */
import { AppError } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { HostParts } from "./hostParts.ts";
import { hasOtherOwner } from "./hostQueue.ts";
import type { MeterComparison } from "./meterComparison.ts";
import type { PlayerNotifier } from "./playerNotifier.ts";
import type { EndReason, Seat, SeatEffect, UntimedEvent } from "./seat/types.ts";
import { carryOutSession } from "./sessionEffects.ts";
import type { EffectContext } from "./sessionEffects.ts";
import { carryOutTransfer } from "./transferEffects.ts";
import type { WaitingCallers } from "./waitingCallers.ts";

/** What failed, and is tried again with the next tick. */
export interface Retries {
  /** An effect of a transfer failed for an unknown reason: the transfer is read again. */
  transfer: boolean;
  /** A machine whose doubt is over could not be put back into play. */
  heal: boolean;
}

export interface EffectParts {
  host: HostParts;
  context: EffectContext;
  notifier: PlayerNotifier;
  callers: WaitingCallers;
  comparison: MeterComparison;
  retries: Retries;
  onSessionEnded: () => void;
}

export class Effects {
  readonly #parts: EffectParts;
  constructor(parts: EffectParts) {
    this.#parts = parts;
  }

  async carryOut(effect: SeatEffect): Promise<UntimedEvent | null> {
    const { host, context, notifier, callers } = this.#parts;
    switch (effect.do) {
      case "answer":
        callers.answer(effect.caller, effect.transfer);
        return null;
      case "refuse":
        callers.refuse(effect.caller, new AppError(effect.code, effect.params));
        return null;
      case "notifyClosed":
        this.#sessionEnded(effect.seat, effect.reason, effect.amount);
        return null;
    }
    if (effect.do.startsWith("notify")) {
      notifier.effect(context.seat(), effect, host.driver.state().win);
      return null;
    }
    await host.onStep?.(`before:${effect.do}`);
    const result = (await this.#carryOutTransfer(effect)) ?? (await this.#carryOutSession(effect));
    await host.onStep?.(`after:${effect.do}`);
    return result;
  }
  #sessionEnded(seat: Seat, reason: EndReason, amount: number): void {
    this.#parts.onSessionEnded();
    this.#parts.notifier.closed(seat, reason, amount);
    this.#parts.callers.sessionEnded(reason, amount);
  }
  /** Tries again to put a machine whose doubt is over back into play. */
  async heal(): Promise<void> {
    await this.#carryOutSession({ do: "healMachine" });
  }

  async #carryOutTransfer(effect: SeatEffect): Promise<UntimedEvent | null> {
    const { host, context, comparison, retries } = this.#parts;
    try {
      const event = await carryOutTransfer(host, context, effect);
      if (event === null || event === "none") return null;
      if (event.type === "concluded" || event.type === "madeManual") comparison.postpone();
      if (event.type === "madeManual") await context.readRow();
      return event;
    } catch (error) {
      if (hasOtherOwner(error)) throw error;
      const { machineId } = host.fence;
      host.log.error({ err: error, machineId, effect: effect.do }, "a step of a transfer failed");
      retries.transfer = true;
      return { type: "transferLost" };
    }
  }
  /** A failed effect is wanted again with the next tick; it must not prevent the effects after it. */
  async #carryOutSession(effect: SeatEffect): Promise<UntimedEvent | null> {
    const { host, context, comparison, retries } = this.#parts;
    try {
      const event = await carryOutSession(host, context, effect);
      if (event?.type === "closed") comparison.expedite();
      return event;
    } catch (error) {
      if (hasOtherOwner(error)) throw error;
      const { machineId } = host.fence;
      if (!(error instanceof MachineUnreachable))
        host.log.error({ err: error, machineId, effect: effect.do }, "a step of a session failed");
      if (effect.do === "quarantine") comparison.expedite();
      if (effect.do === "healMachine") retries.heal = true;
      return null;
    }
  }
}
