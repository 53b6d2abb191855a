/** Puts pushed statuses into the cached machines. A machine that did not change stays the same object. */
import type { Machine, MachineStatus, OpenSession } from "@reelcast/contract";

export function withStatuses(machines: readonly Machine[], statuses: ReadonlyMap<number, MachineStatus>): Machine[] {
  return machines.map((machine) => {
    const status = statuses.get(machine.id);
    return status === undefined || status === machine.status ? machine : { ...machine, status };
  });
}

/**
 * A machine that anybody may join holds no session any more. A server that names the session says itself when it is
 * over, and what was paid.
 */
export function withStatus(session: OpenSession, statuses: ReadonlyMap<number, MachineStatus>): OpenSession | null {
  const status = statuses.get(session.id);
  if (status === undefined || status === session.machine_status) return session;
  if (status === "available" && session.session === undefined) return null;
  return { ...session, machine_status: status };
}
