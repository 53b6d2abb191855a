/**
 * Carries out the effects of the rules for one machine: notifications, answers to callers, transfers and the session.
 * What fails is tried again with a later tick, except when another owner has the machine.
 */
import { AppError } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { HostContext, HostParts } from "./hostParts.ts";
import { hasOtherOwner } from "./machineErrors.ts";
import type { MeterComparison } from "./meterComparison.ts";
import type { PlayerNotifier } from "./playerNotifier.ts";
import type { EndReason, Seat, SeatEffect, SessionEffect, TransferEffect, UntimedEvent } from "./seat/types.ts";
import type { SeatLoop } from "./seatLoop.ts";
import { carryOutSession } from "./sessionEffects.ts";
import { carryOutTransfer } from "./transferEffects.ts";
import type { WaitingCallers } from "./waitingCallers.ts";

export interface EffectParts {
  host: HostParts;
  context: HostContext;
  notifier: PlayerNotifier;
  callers: WaitingCallers;
  comparison: MeterComparison;
  loop: SeatLoop;
  onSessionEnded: (seat: Seat, reason: EndReason, amount: number) => void;
}

export class Effects {
  readonly #parts: EffectParts;
  /** An effect of a transfer failed for an unknown reason: the transfer is read again. */
  #retriesTransfer = false;
  /** A machine whose doubt is over could not be put back into play. */
  #retriesBackIntoPlay = false;
  constructor(parts: EffectParts) {
    this.#parts = parts;
  }

  /** Returns the event that it resulted in, or null. */
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
      case "notifyDepositCountdown":
      case "notifyIdleCountdown":
      case "notifyCountdownCancelled":
      case "notifyWinWaits":
      case "notifyEnding":
      case "notifyPending":
      case "notifyRefused":
      case "notifyTransfer":
        notifier.effect(context.seat(), effect, host.driver.state().win);
        return null;
      case "storeEnding":
      case "takeWin":
      case "close":
      case "suspend":
      case "quarantine":
      case "refreshTotals":
      case "putBackIntoPlay":
        return this.#step(effect.do, () => this.#carryOutSession(effect));
      case "reserve":
      case "recordNothing":
      case "lock":
      case "markSent":
      case "send":
      case "unlock":
      case "markUnknown":
      case "interrogate":
      case "settle":
      case "fail":
      case "makeManual":
      case "resolveManual":
        return this.#step(effect.do, () => this.#carryOutTransfer(effect));
    }
  }
  /** With the next tick. */
  retryLater(what: "transfer" | "putBackIntoPlay"): void {
    if (what === "transfer") this.#retriesTransfer = true;
    else this.#retriesBackIntoPlay = true;
  }
  /** Tries again what failed before. */
  async retry(): Promise<void> {
    await this.#retryTransfer();
    await this.#retryBackIntoPlay();
  }
  async #retryTransfer(): Promise<void> {
    const { context, loop } = this.#parts;
    if (!this.#retriesTransfer) return;
    const { unresolved } = await context.readLedger();
    await context.readTotals();
    this.#retriesTransfer = false;
    if (unresolved) await loop.dispatch({ type: "transferFound", transfer: unresolved });
  }
  async #retryBackIntoPlay(): Promise<void> {
    if (!this.#retriesBackIntoPlay) return;
    this.#retriesBackIntoPlay = false;
    await this.#carryOutSession({ do: "putBackIntoPlay" });
  }

  /** Tests of faults stop before or after it. */
  async #step(name: string, work: () => Promise<UntimedEvent | null>): Promise<UntimedEvent | null> {
    const { onStep } = this.#parts.host;
    await onStep?.(`before:${name}`);
    const result = await work();
    await onStep?.(`after:${name}`);
    return result;
  }
  #sessionEnded(seat: Seat, reason: EndReason, amount: number): void {
    this.#parts.onSessionEnded(seat, reason, amount);
    this.#parts.notifier.closed(seat, reason, amount);
    this.#parts.callers.sessionEnded(reason, amount);
  }
  async #carryOutTransfer(effect: TransferEffect): Promise<UntimedEvent | null> {
    const { host, context, comparison } = this.#parts;
    try {
      const event = await carryOutTransfer(host, context, effect);
      if (event?.type === "concluded" || event?.type === "madeManual") comparison.postpone();
      if (event?.type === "madeManual") await context.readRow();
      return event;
    } catch (error) {
      if (hasOtherOwner(error)) throw error;
      const { machineId } = host.fence;
      host.log.error({ err: error, machineId, effect: effect.do }, "a step of a transfer failed");
      this.retryLater("transfer");
      return { type: "transferLost" };
    }
  }
  /** A failed effect is wanted again with the next tick; it must not prevent the effects after it. */
  async #carryOutSession(effect: SessionEffect): Promise<UntimedEvent | null> {
    const { host, context, comparison } = this.#parts;
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
      if (effect.do === "putBackIntoPlay") this.retryLater("putBackIntoPlay");
      return null;
    }
  }
}
