/** Requests to a machine: a row that its host executes; the notification only triggers the host. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Domain } from "../domain.ts";
import { createMachineRequests } from "../floor/index.ts";
import type { NewMachineRequest } from "../floor/index.ts";

const WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Resolves with the host's answer, or null if no server has executed it yet: the request then stays pending.
 * @throws ConsoleError with the host's reason if it was refused
 */
export async function requestMachine(
  { storage, publish }: Pick<Domain, "storage" | "publish">,
  request: NewMachineRequest,
  waitMs = WAIT_MS,
): Promise<string | null> {
  const requests = createMachineRequests(storage.db);
  const id = await requests.add(request);
  publish("machine.changed", { id: request.machineId });
  const giveUpAt = performance.now() + waitMs;
  while (performance.now() < giveUpAt) {
    const outcome = await requests.outcome(id);
    if (outcome?.done) return outcome.answer;
    if (outcome) {
      // A process of an earlier version gives its reason as text alone.
      const { code, params } = outcome.refusal ?? {
        code: ConsoleErrorCode.MachineRefused,
        params: { because: outcome.answer },
      };
      throw new ConsoleError(code, { machine: request.machineId, ...params });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  // A meter reading is useless later and is withdrawn; every other request stays pending.
  if (request.kind === "meters") await requests.withdraw(id);
  return null;
}

/** Whether a server is active that can execute requests. */
export async function isServed({ storage }: Pick<Domain, "storage">): Promise<boolean> {
  const node = await storage.db
    .selectFrom("machine_leases")
    .select("node")
    .where("node", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return node !== undefined;
}
