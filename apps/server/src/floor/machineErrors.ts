/** What errors of a machine and of the fence mean for its host. */
import { MachineFenced, MachineUnreachable } from "@reelcast/machine";
import { isFenced } from "../wallet/index.ts";

/** The machine or the database refuses this owner for good, because of a newer one. */
export function hasOtherOwner(error: unknown): boolean {
  return error instanceof MachineFenced || isFenced(error);
}

/** Null if the machine can't be reached: the next tick tries again. @throws every other error */
export async function whereReachable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MachineUnreachable) return null;
    throw error;
  }
}
