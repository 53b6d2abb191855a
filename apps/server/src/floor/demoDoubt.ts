/**
 * A deposit in doubt, made on purpose for showing and testing how one is settled: a simulated machine executes it, its answer
 * is lost, and the machine forgets it. Everything else goes the way of any deposit: it is held, sent, interrogated, and becomes
 * manual, because the meters don't fit the answer. Only at the request of an operator (`house demo doubt`).
 */
import { AppError, majorUnits } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { MachineDriver, SimulatedMachine } from "@reelcast/machine";
import type { MachineHost } from "./machineHost.ts";
import type { MachineRequest, RequestOutcome } from "./requestStore.ts";
import { sit } from "./sit.ts";

const isSimulated = (driver: MachineDriver): driver is SimulatedMachine => "faults" in driver;
/** Of a player without a browser. */
const IP = "127.0.0.1";

/** The answer is the id of the transfer. @throws MachineUnreachable: the request stays stored until the machine is back */
export async function putIntoDoubt(host: MachineHost, request: MachineRequest): Promise<RequestOutcome> {
  const refuse = (answer: string): RequestOutcome => ({ done: false, answer });
  const { playerId = 0, amount = 0 } = request.params;
  const { driver, wallet } = host.parts;
  if (!isSimulated(driver)) return refuse("the machine is not a simulated one");
  if (!host.online) throw new MachineUnreachable("the machine is offline");
  const known = await wallet.byClientId(playerId, "cashin", request.id);
  if (known) return { done: true, answer: known.id };
  try {
    const connection =
      host.seat?.session.player_id === playerId ? null : await sit(host, { playerId, machineId: host.row.id, ip: IP });
    const transfer = await host.queue.enqueue(async () => {
      driver.faults.forgetNext(true);
      try {
        return await host.transfer({ kind: "cashin", amount, clientTransferId: request.id, ip: IP });
      } finally {
        driver.faults.forgetNext(false);
      }
    });
    connection?.disconnected();
    return transfer.state === "failed"
      ? refuse(`the deposit of ${majorUnits(amount)} has failed: ${transfer.detail ?? transfer.state}`)
      : { done: true, answer: transfer.id };
  } catch (error) {
    if (error instanceof AppError) return refuse(error.message);
    throw error;
  }
}
