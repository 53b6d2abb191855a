/** Pushed statuses into a list of machines: what did not change stays the same object. */
import type { Machine, MachineStatus } from "@reelcast/contract";

export function withStatuses(machines: readonly Machine[], statuses: ReadonlyMap<number, MachineStatus>): Machine[] {
  return machines.map((machine) => {
    const status = statuses.get(machine.id);
    return status === undefined || status === machine.status ? machine : { ...machine, status };
  });
}
