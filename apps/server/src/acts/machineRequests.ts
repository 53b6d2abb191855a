/** Requests to a machine: a row that its host executes; the notification only triggers the host. */
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Domain } from "../domain.ts";
import { createMachineRequests } from "../floor/index.ts";
import type { NewMachineRequest } from "../floor/index.ts";

const WAIT_MS = 10_000;
const POLL_MS = 50;

type Requesting = Pick<Domain, "storage">;

/** Stores a request, and resolves with its id. In the transaction of `parts`, if they have one: it is carried out after the commit. */
export async function addRequest({ storage }: Requesting, request: NewMachineRequest): Promise<string> {
  const id = await createMachineRequests(storage.db).add(request);
  // Through the database in any case: on the bus an edge may not speak for a machine, and the bus may be away.
  await storage.notify({ topic: "machine.changed", message: { id: request.machineId } });
  return id;
}

/** @param isQuestion it is useless later: it does not stay pending */
interface Waiting {
  waitMs?: number;
  isQuestion?: boolean;
}
/**
 * Resolves with the host's answer, or null if no server has executed it yet: the request then stays pending.
 * @throws ConsoleError with the host's reason if it was refused
 */
export async function requestMachine(
  parts: Requesting,
  request: NewMachineRequest,
  waiting: Waiting = {},
): Promise<string | null> {
  const id = await addRequest(parts, request);
  return answerOf(parts, { id, machineId: request.machineId }, waiting);
}

/** The same of a request that was stored before. */
export async function answerOf(
  { storage }: Pick<Domain, "storage">,
  { id, machineId }: { id: string; machineId: number },
  { waitMs = WAIT_MS, isQuestion = false }: Waiting = {},
): Promise<string | null> {
  const requests = createMachineRequests(storage.db);
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
      throw new ConsoleError(code, { machine: machineId, ...params });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  if (isQuestion) await requests.withdraw(id);
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
