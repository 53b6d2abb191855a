/** The states of a transfer and what may follow what, as a table that tests compare with the database's trigger. */
import type { TransferState } from "../types.ts";

const FOLLOWING: Readonly<Record<TransferState, readonly TransferState[]>> = {
  created: ["reserved", "failed"],
  // Before "sent" the machine has heard nothing: the house alone may void it.
  reserved: ["sent", "failed"],
  sent: ["done", "failed", "unknown"],
  unknown: ["done", "failed", "manual"],
  manual: ["done", "failed"],
  done: [],
  failed: [],
};

export const TRANSFER_STATES = Object.keys(FOLLOWING) as readonly TransferState[];

export function mayBecome(from: TransferState, to: TransferState): boolean {
  return FOLLOWING[from].includes(to);
}

/** True while money may still move: the machine takes no other transfer meanwhile. */
export function isUnresolved(state: TransferState): boolean {
  return FOLLOWING[state].length > 0;
}
