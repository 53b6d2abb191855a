/** Asks something of a machine itself: a row that its host carries out; a notification only wakes it. */
import { createMachineRequests } from "../floor/index.ts";
import type { MachineRequest } from "../floor/index.ts";
import { InputError } from "../input.ts";
import type { Parts } from "./commandContext.ts";

const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Resolves with what the host answered, or null where no house has carried it out yet: then it is done as soon as one can.
 * @throws InputError with its sentence where it was refused
 */
export async function askMachine(
  { storage, tell }: Pick<Parts, "storage" | "tell">,
  request: Omit<MachineRequest, "id">,
  waitMs = WAIT_MS,
): Promise<string | null> {
  const requests = createMachineRequests(storage.db);
  const id = await requests.add(request);
  tell("machine.changed", { id: request.machineId });
  const giveUpAt = performance.now() + waitMs;
  while (performance.now() < giveUpAt) {
    const outcome = await requests.outcome(id);
    if (outcome?.done) return outcome.answer;
    if (outcome) throw new InputError(`Machine ${request.machineId}: ${outcome.answer}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  // A reading is worth nothing later; everything else is carried out as soon as it can be.
  if (request.kind === "meters") await requests.withdraw(id);
  return null;
}

/** Whether a house serves that could carry something out. */
export async function isServed({ storage }: Pick<Parts, "storage">): Promise<boolean> {
  const node = await storage.db
    .selectFrom("machine_leases")
    .select("node")
    .where("node", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return node !== undefined;
}
