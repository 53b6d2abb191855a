/** For whom a machine is kept. Pure. */
import type { MachineRow } from "./machineStore.ts";

/** The player for whom the machine is reserved at that time, ms; null: it is not. */
export function reservedFor(
  { reserved_for: playerId, reserved_until: until }: Pick<MachineRow, "reserved_for" | "reserved_until">,
  now: number,
): number | null {
  return until !== null && until.getTime() > now ? playerId : null;
}
