/** Numbers for the commands of tests: each is higher than all before it, whatever the machine and its owner. */
import { randomUUID } from "node:crypto";
import type { MachineDriver, PressAnswer, TransferRequest } from "../driver.ts";

const PRESS_TTL_MS = 10_000;
let lastSequence = 0;
let lastNumber = 0;

export const nextSequence = (): number => (lastSequence += 1);

/** Presses of a machine, numbered. */
export function numberedPress(machine: Pick<MachineDriver, "press">): (control: string) => Promise<PressAnswer> {
  return (control) => machine.press({ control, sequence: nextSequence(), ttlMs: PRESS_TTL_MS });
}
/** A transfer with a new id and number. @param above the highest number that the machine may have received before */
export function newTransfer(amount: number | null, above = 0): TransferRequest {
  lastNumber += 1;
  return { transferId: randomUUID(), number: above + lastNumber, amount };
}
