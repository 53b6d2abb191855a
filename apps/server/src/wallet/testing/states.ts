/** The states of a transfer and what may follow what, as a table that tests compare with the database's trigger. */
import type { TransferState } from "../types.ts";

const NEXT_STATES: Readonly<Record<TransferState, readonly TransferState[]>> = {
  created: ["reserved", "failed"],
  // Before "sent" no command has been sent to the machine, so the transfer may be voided without its answer.
  reserved: ["sent", "failed"],
  sent: ["done", "failed", "unknown"],
  unknown: ["done", "failed", "manual"],
  manual: ["done", "failed"],
  done: [],
  failed: [],
};

export const LEDGER_TRANSFER_STATES = Object.keys(NEXT_STATES) as readonly TransferState[];

export function mayBecome(from: TransferState, to: TransferState): boolean {
  return NEXT_STATES[from].includes(to);
}

/** True while money may still move: the machine takes no other transfer meanwhile. */
export function isUnresolved(state: TransferState): boolean {
  return NEXT_STATES[state].length > 0;
}
