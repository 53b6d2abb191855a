/** The machine that an act is about. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Domain } from "../domain.ts";
import type { MachineRow } from "../floor/index.ts";

/** @throws ConsoleError MachineUnknown */
export async function machineOf(
  { machineStore }: Pick<Domain, "machineStore">,
  machineId: number,
): Promise<MachineRow> {
  const found = await machineStore.machine(machineId);
  if (!found) throw new ConsoleError(ConsoleErrorCode.MachineUnknown, { machine: machineId });
  return found;
}
