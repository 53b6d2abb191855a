/** Which reports of a machine are significant events. Pure except for its own state; the caller records them. */
import type { SignificantEventKind } from "@reelcast/contract/console";
import type { MachineEvent } from "@reelcast/machine";

export interface SignificantMachineEvent {
  kind: SignificantEventKind;
  facts: Record<string, unknown>;
}

export class SignificantMachineEvents {
  /** A machine is online at its first report: that is no event. */
  #isOffline = false;

  /** Null: not significant. */
  of(event: MachineEvent): SignificantMachineEvent | null {
    switch (event.type) {
      case "door":
        return { kind: event.open ? "doorOpened" : "doorClosed", facts: {} };
      case "tilt":
        return { kind: "tilt", facts: { reason: event.reason.slice(0, 500) } };
      case "tiltCleared":
        return { kind: "tiltCleared", facts: {} };
      case "handPay":
        return { kind: "handPay", facts: { amount: event.amount } };
      case "offline":
      case "online":
        return this.#link(event.type === "offline");
      default:
        return null;
    }
  }
  #link(isOffline: boolean): SignificantMachineEvent | null {
    if (isOffline === this.#isOffline) return null;
    this.#isOffline = isOffline;
    return { kind: isOffline ? "machineOffline" : "machineOnline", facts: {} };
  }
}
